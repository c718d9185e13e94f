-- Which bookings may have an invoice to come is asked every ten minutes and on each look at the owner's day. Of those that
-- were not over yet it took the sums of all that they paid: what was paid beyond what is invoiced is kept with the rest
-- (0143). Of examples nothing is invoiced by itself.
alter table open_matters add column is_uninvoiced boolean not null default false;
-- Which instalment is to be paid next: each of them is asked for once.
alter table open_matters add column payment_position smallint;
create index open_matters_uninvoiced on open_matters (booking_id) where is_uninvoiced;
create index invoices_final on invoices (booking_id) where kind = 'final';
create index invoices_credits on invoices (booking_id) where kind = 'credit-note';

-- As before (0143), with both.
create or replace function open_matters_of(ids uuid[]) returns setof open_matters language sql stable as $$
  select booking.id, next.amount, next.due_on, next.late_after, over.amount, case when over.amount is not null then received.at end,
    booking.status = 'confirmed' and version.status is distinct from 'signed', uninvoiced, next.position
  from bookings booking
    left join contracts version on version.id = contract_in_force(booking.id)
    cross join lateral (
      select coalesce(sum(amount), 0) as amount, max(recorded_at) as at from payments where booking_id = booking.id) received
    cross join lateral (
      select coalesce(sum(amount) filter (where made_at is not null), 0) as made,
        coalesce(sum(amount) filter (where dropped_at is null), 0) as owed
      from refunds where booking_id = booking.id and kind = 'refund') back
    left join lateral (
      select (array_agg(least(amount, upto - (received.amount - back.made)) order by position))[1] as amount,
        (array_agg(due_on order by position))[1] as due_on, min(due_on) as late_after, min(position) as position
      from (select position, amount, due_on, sum(amount) over (order by position) as upto
        from instalments_in_force(booking.id)) asked
      where upto > received.amount - back.made) next
      on booking.status = 'confirmed' and payment_status in ('none', 'awaiting', 'down_payment_paid')
        and coalesce(version.status = 'signed', true)
    left join booking_ends ended on ended.booking_id = booking.id and undone_at is null
    cross join lateral (
      select case when booking.status in ('pending', 'confirmed')
        then case when received.amount - back.owed > booking.total - goodwill_of(booking.id, null)
          then received.amount - back.owed - coalesce(version.total, booking.total) + goodwill_of(booking.id, null) end
        when received.amount <> back.owed
        then received.amount - back.owed - greatest(0, coalesce(ended.kept, 0) - goodwill_of(booking.id, ended.at)) end as amount
    ) beyond
    cross join lateral (select case when beyond.amount > 0 then beyond.amount end as amount) over
    cross join lateral (
      select not is_example and received.amount - back.owed > (
        select coalesce(sum(case kind when 'credit-note' then -invoices.amount else invoices.amount end), 0)
        from invoices where booking_id = booking.id) as uninvoiced) invoicing
  where booking.id = any (ids)
    and (next.amount is not null or over.amount is not null or uninvoiced
      or booking.status = 'confirmed' and version.status is distinct from 'signed')
$$;

-- As before (0146), with both.
create or replace function keep_open_matters(ids uuid[]) returns void language plpgsql as $$
begin
  with found as materialized (select * from open_matters_of(ids)), kept as (
    insert into open_matters select * from found
    on conflict (booking_id) do update set
      (payment_amount, payment_due_on, payment_late_after, overpaid, overpaid_at, is_unsigned, is_uninvoiced, payment_position)
      = (excluded.payment_amount, excluded.payment_due_on, excluded.payment_late_after, excluded.overpaid, excluded.overpaid_at,
        excluded.is_unsigned, excluded.is_uninvoiced, excluded.payment_position)
    where open_matters is distinct from excluded)
  delete from open_matters where booking_id = any (ids) and booking_id not in (select booking_id from found);
end $$;
create trigger invoices_settle after insert on invoices referencing new table as changed
  for each statement execute function settle_changed();

select keep_open_matters(array(select id from bookings));
analyze open_matters;

-- What is over and has no invoice of the rest is found without the bookings themselves.
drop index bookings_swept;
create index bookings_swept on bookings (last_day) include (id) where status = 'confirmed' and not is_example;
