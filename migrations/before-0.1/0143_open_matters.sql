-- What the owner's day asks of all bookings at once: what they are to pay next, what was paid too much, whose contract
-- nobody has signed. All are sums over whatever was paid, owed back and agreed. Here they are kept, for the bookings that
-- have any of it, by the triggers that settle a booking (decision 76).
create table open_matters (
  booking_id uuid primary key references bookings on delete cascade,
  -- The first instalment that is not covered: what of it is open, and its day; null for what is due at once.
  payment_amount bigint check (payment_amount > 0),
  payment_due_on date,
  -- The first day of all that is open: once it is over, what is due is late.
  payment_late_after date,
  -- What was paid and nothing asks for, less what is owed back already; and when the last of it was noted.
  overpaid bigint check (overpaid > 0),
  overpaid_at timestamptz,
  -- Confirmed, and no version of its contract is signed.
  is_unsigned boolean not null,
  check ((overpaid is null) = (overpaid_at is null)),
  check (payment_amount is not null or payment_due_on is null and payment_late_after is null)
);
create index open_matters_overpaid on open_matters (overpaid_at) where overpaid is not null;
create index open_matters_unsigned on open_matters (booking_id) where is_unsigned;

-- The same worked out anew, of those of these bookings that have any of it.
create function open_matters_of(ids uuid[]) returns setof open_matters language sql stable as $$
  select booking.id, next.amount, next.due_on, next.late_after, over.amount, case when over.amount is not null then received.at end,
    booking.status = 'confirmed' and version.status is distinct from 'signed'
  from bookings booking
    left join contracts version on version.id = contract_in_force(booking.id)
    cross join lateral (
      select coalesce(sum(amount), 0) as amount, max(recorded_at) as at from payments where booking_id = booking.id) received
    cross join lateral (
      select coalesce(sum(amount) filter (where made_at is not null), 0) as made,
        coalesce(sum(amount) filter (where dropped_at is null), 0) as owed
      from refunds where booking_id = booking.id and kind = 'refund') back
    -- What nextPayment in the domain says. Nothing is owed before the signature (D39): only what is signed counts, and what
    -- was confirmed before there were contracts.
    left join lateral (
      select (array_agg(least(amount, upto - (received.amount - back.made)) order by position))[1] as amount,
        (array_agg(due_on order by position))[1] as due_on, min(due_on) as late_after
      from (select position, amount, due_on, sum(amount) over (order by position) as upto
        from instalments_in_force(booking.id)) asked
      where upto > received.amount - back.made) next
      on booking.status = 'confirmed' and payment_status in ('none', 'awaiting', 'down_payment_paid')
        and coalesce(version.status = 'signed', true)
    left join booking_ends ended on ended.booking_id = booking.id and undone_at is null
    -- Beyond what the version in force asks for, and beyond the booking's own price, which a change that waits may have raised.
    -- A price without a contract is asked for as it is; of a booking that has ended, what is kept.
    cross join lateral (
      select case when booking.status in ('pending', 'confirmed')
        then case when received.amount - back.owed > booking.total - goodwill_of(booking.id, null)
          then received.amount - back.owed - coalesce(version.total, booking.total) + goodwill_of(booking.id, null) end
        when received.amount <> back.owed
        then received.amount - back.owed - greatest(0, coalesce(ended.kept, 0) - goodwill_of(booking.id, ended.at)) end as amount
    ) beyond
    cross join lateral (select case when beyond.amount > 0 then beyond.amount end as amount) over
  where booking.id = any (ids)
    and (next.amount is not null or over.amount is not null
      or booking.status = 'confirmed' and version.status is distinct from 'signed')
$$;

create function keep_open_matters(ids uuid[]) returns void language sql as $$
  with found as materialized (select * from open_matters_of(ids)), kept as (
    insert into open_matters select * from found
    on conflict (booking_id) do update set (payment_amount, payment_due_on, payment_late_after, overpaid, overpaid_at, is_unsigned)
      = (excluded.payment_amount, excluded.payment_due_on, excluded.payment_late_after, excluded.overpaid, excluded.overpaid_at, excluded.is_unsigned)
    where open_matters is distinct from excluded)
  delete from open_matters where booking_id = any (ids) and booking_id not in (select booking_id from found)
$$;

-- As before (0019); what is kept of the same bookings with it.
create or replace function settle_bookings(ids uuid[]) returns void language plpgsql as $$
begin
  perform 1 from bookings where id = any(ids) order by id for no key update;
  update bookings booking set payment_status = payment_status_of(id, status)
  where id = any(ids) and payment_status <> payment_status_of(id, status);
  perform keep_open_matters(ids);
end $$;

create function keep_matters_of_booking() returns trigger language plpgsql as $$
begin
  perform keep_open_matters(array[new.id]);
  return null;
end $$;
-- A request asks for nothing: placing one costs nothing here.
create trigger bookings_matters_new after insert on bookings for each row
  when (new.status = 'confirmed') execute function keep_matters_of_booking();
create trigger bookings_matters after update of status, total on bookings for each row
  when (old.status is distinct from new.status or old.total <> new.total) execute function keep_matters_of_booking();
create trigger booking_ends_settle_new after insert on booking_ends referencing new table as changed
  for each statement execute function settle_changed();
create trigger booking_ends_settle after update on booking_ends referencing new table as changed
  for each statement execute function settle_changed();

select keep_open_matters(array(select id from bookings));
analyze open_matters;

-- Nothing sums them up from end to end any more.
drop index bookings_unpaid;
drop index bookings_money;
-- Contracts whose document is not sealed yet: few, and counted on every look at the owner's day.
create index contracts_unsealed on contracts (signed_at) include (booking_id) where status = 'signed' and sealed_sha256 is null;
-- Which confirmed bookings take place in some days: however long ago they began, only those.
create index bookings_taking_place on bookings using gist (daterange(first_day, last_day, '[]')) where status = 'confirmed';
