-- A rental that ends at noon of the day after its last day is over once it has been collected (D61).
create function collection_day(period tstzrange) returns date
language sql immutable parallel safe
return ((upper(period) - interval '1 microsecond') at time zone 'Europe/Paris')::date;

alter table bookings add column returns_on date;
alter table bookings disable trigger user;
update bookings set returns_on = coalesce((
  select max(collection_day(period)) from rentals, unnest(during) period where booking_id = bookings.id), last_day);
alter table bookings enable trigger user;
alter table bookings
  alter column returns_on set not null,
  add constraint bookings_returned_after_last_day check (returns_on >= last_day);

drop index bookings_out;
create index bookings_out on bookings (returns_on, first_day) where status = 'confirmed';
drop index bookings_swept;
create index bookings_swept on bookings (returns_on) include (id) where status = 'confirmed' and not is_example;
drop index bookings_contract_list;
create index bookings_contract_list on bookings (returns_on)
  include (id, number, user_id, product_name, dates, total, first_day, contract_due_at)
  where status = 'confirmed';
drop index bookings_taking_place;
create index bookings_taking_place on bookings using gist (daterange(first_day, returns_on, '[]')) where status = 'confirmed';

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
        select from invoices where booking_id = booking.id and kind = 'final') then returns_on end as after) final
  where booking.id = any (ids)
    and (next.amount is not null or over.amount is not null or uninvoiced or final.after is not null
      or booking.status = 'confirmed' and version.status is distinct from 'signed')
$$;

create or replace function keep_matters_of_booking() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into open_matters (booking_id, is_unsigned, final_invoice_after)
    values (new.id, true, case when not new.is_example then new.returns_on end);
  else
    perform keep_open_matters(array[new.id]);
  end if;
  return null;
end $$;

drop trigger bookings_matters on bookings;
create trigger bookings_matters after update of status, total, returns_on, is_example on bookings for each row
  when (old.status is distinct from new.status or old.total <> new.total or old.returns_on <> new.returns_on
    or old.is_example <> new.is_example)
  execute function keep_matters_of_booking();

update open_matters set final_invoice_after = returns_on
  from bookings where bookings.id = booking_id and final_invoice_after < returns_on;
