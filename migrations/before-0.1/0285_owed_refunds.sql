-- Money that a booking is owed back pays nothing of it: a rental that we end is refunded days after its price has gone
-- (D60). As before (0154), without the refunds that are made, which are owed too.
create or replace function open_matters_of(ids uuid[]) returns setof open_matters language sql stable as $$
  select booking.id, next.amount, next.due_on, next.late_after, over.amount, case when over.amount is not null then received.at end,
    booking.status = 'confirmed' and version.status is distinct from 'signed', uninvoiced, next.position, final.after
  from bookings booking
    left join contracts version on version.id = contract_in_force(booking.id)
    cross join lateral (
      select coalesce(sum(amount), 0) as amount, max(recorded_at) as at from payments where booking_id = booking.id) received
    cross join lateral (
      select coalesce(sum(amount), 0) as owed
      from refunds where booking_id = booking.id and kind = 'refund' and dropped_at is null) back
    left join lateral (
      select (array_agg(least(amount, upto - (received.amount - back.owed)) order by position))[1] as amount,
        (array_agg(due_on order by position))[1] as due_on, min(due_on) as late_after, min(position) as position
      from (select position, amount, due_on, sum(amount) over (order by position) as upto
        from instalments_in_force(booking.id)) asked
      where upto > received.amount - back.owed) next
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

-- As before (0162): what a confirmed booking is owed back pays nothing.
create or replace function payment_status_of(booking uuid, booking_status text) returns text language plpgsql stable as $$
declare
  paid bigint;
  given_back bigint;
  owed_back bigint;
  goodwill bigint;
  asked bigint;
  down bigint;
  is_agreed boolean;
begin
  select coalesce(sum(amount), 0) into paid from payments where booking_id = booking;
  select coalesce(sum(amount) filter (where kind = 'refund' and made_at is not null), 0),
    coalesce(sum(amount) filter (where kind = 'refund' and dropped_at is null), 0),
    coalesce(sum(amount) filter (where reason = 'goodwill' and dropped_at is null), 0)
    into given_back, owed_back, goodwill from refunds where booking_id = booking;
  select greatest(0, coalesce(sum(amount), 0) - goodwill), min(amount) filter (where kind = 'down-payment'),
    count(*) > 0 or booking_status not in ('pending', 'confirmed')
    into asked, down, is_agreed
    from instalments where booking_id = booking and contract_id is not distinct from contract_in_force(booking);
  if booking_status <> 'confirmed' then
    owed_back := given_back;
  end if;
  -- The down payment is the first instalment: goodwill reaches it last.
  down := nullif(case when down > asked then asked else down end, 0);
  return case
    when given_back > 0 and given_back >= paid then 'refunded'
    when given_back > 0 and booking_status <> 'confirmed' then 'partially_refunded'
    when paid - owed_back > 0 and paid - owed_back >= asked and is_agreed then 'paid'
    when paid - owed_back >= down then 'down_payment_paid'
    when asked > 0 and booking_status = 'confirmed' or paid > 0 then 'awaiting'
    else 'none' end;
end $$;

update bookings set payment_status = payment_status_of(id, status)
where status = 'confirmed' and id in (select booking_id from refunds where made_at is null and dropped_at is null)
  and payment_status <> payment_status_of(id, status);
select keep_open_matters(array(select booking_id from refunds where made_at is null and dropped_at is null));
