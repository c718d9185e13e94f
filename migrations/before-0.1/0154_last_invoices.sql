-- Whether a booking has its last invoice was asked of all that were over within a year, every ten minutes and on each look at
-- the owner's day. It is kept with the rest (0143): once the booking is over and has it, no row says so any more.
alter table open_matters add column final_invoice_after date;
create index open_matters_final on open_matters (final_invoice_after) where final_invoice_after is not null;

-- As before (0147), with it.
create or replace function open_matters_of(ids uuid[]) returns setof open_matters language sql stable as $$
  select booking.id, next.amount, next.due_on, next.late_after, over.amount, case when over.amount is not null then received.at end,
    booking.status = 'confirmed' and version.status is distinct from 'signed', uninvoiced, next.position, final.after
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
    cross join lateral (
      select case when booking.status = 'confirmed' and not is_example and not exists (
        select from invoices where booking_id = booking.id and kind = 'final') then last_day end as after) final
  where booking.id = any (ids)
    and (next.amount is not null or over.amount is not null or uninvoiced or final.after is not null
      or booking.status = 'confirmed' and version.status is distinct from 'signed')
$$;

-- As before (0147, 0151), with it.
create or replace function keep_open_matters(ids uuid[]) returns void language plpgsql
  set plan_cache_mode = force_generic_plan as $$
begin
  with found as materialized (select * from open_matters_of(ids)), kept as (
    insert into open_matters select * from found
    on conflict (booking_id) do update set
      (payment_amount, payment_due_on, payment_late_after, overpaid, overpaid_at, is_unsigned, is_uninvoiced, payment_position,
        final_invoice_after)
      = (excluded.payment_amount, excluded.payment_due_on, excluded.payment_late_after, excluded.overpaid, excluded.overpaid_at,
        excluded.is_unsigned, excluded.is_uninvoiced, excluded.payment_position, excluded.final_invoice_after)
    where open_matters is distinct from excluded)
  delete from open_matters where booking_id = any (ids) and booking_id not in (select booking_id from found);
end $$;

-- As before (0144), with it.
create or replace function keep_matters_of_booking() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into open_matters (booking_id, is_unsigned, final_invoice_after)
    values (new.id, true, case when not new.is_example then new.last_day end);
  else
    perform keep_open_matters(array[new.id]);
  end if;
  return null;
end $$;

-- Of a booking's days it takes the last; and of examples nothing is invoiced by itself.
drop trigger bookings_matters on bookings;
create trigger bookings_matters after update of status, total, last_day, is_example on bookings for each row
  when (old.status is distinct from new.status or old.total <> new.total or old.last_day <> new.last_day
    or old.is_example <> new.is_example)
  execute function keep_matters_of_booking();

select keep_open_matters(array(select id from bookings));
analyze open_matters;
