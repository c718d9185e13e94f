-- Goodwill (decision 48): money that the owner gives back of what was rightly asked for, once the rental has begun or the
-- booking has ended. It lowers what is asked, so that its customer is not asked for the same money again.
alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check
  check (reason in ('cancelled', 'withdrawn', 'changed', 'overpaid', 'carried-over', 'interest', 'goodwill'));

-- Few bookings have any: all that ask for money ask whether this one has.
create index refunds_goodwill on refunds (booking_id) where reason = 'goodwill' and dropped_at is null;

-- The goodwill of a booking since then, in cents; since ever for null. What came before an end was counted by the end.
create function goodwill_of(booking uuid, since timestamptz) returns bigint language sql stable as $$
  select coalesce(sum(amount), 0) from refunds
  where booking_id = booking and reason = 'goodwill' and dropped_at is null and (since is null or created_at >= since)
$$;

-- What the version in force asks for, less goodwill: the last instalment first, and none that nothing is left of.
create or replace function instalments_in_force(booking uuid) returns setof instalments language sql stable as $$
  select id, booking_id, contract_id, position, kind,
    (amount - least(amount, greatest(0, goodwill - later)))::integer, due_on, created_at
  from (
    select instalments.*, sum(amount) over (order by position desc) - amount as later, (
      select coalesce(sum(refunds.amount), 0) from refunds
      where refunds.booking_id = booking and reason = 'goodwill' and dropped_at is null) as goodwill
    from instalments
    where booking_id = booking and contract_id is not distinct from contract_in_force(booking)) asked
  where amount > goodwill - later
$$;

-- As before (D10), less goodwill, in a language that keeps its plan: it is asked of every booking whose money moves, and
-- takes longer to plan than to run. It adds up by itself what `instalments_in_force` says row by row.
create or replace function payment_status_of(booking uuid, booking_status text) returns text language plpgsql stable as $$
declare
  paid bigint;
  given_back bigint;
  goodwill bigint;
  asked bigint;
  down bigint;
begin
  select coalesce(sum(amount), 0) into paid from payments where booking_id = booking;
  select coalesce(sum(amount) filter (where kind = 'refund' and made_at is not null), 0),
    coalesce(sum(amount) filter (where reason = 'goodwill' and dropped_at is null), 0)
    into given_back, goodwill from refunds where booking_id = booking;
  select greatest(0, coalesce(sum(amount), 0) - goodwill), min(amount) filter (where kind = 'down-payment')
    into asked, down
    from instalments where booking_id = booking and contract_id is not distinct from contract_in_force(booking);
  -- The down payment is the first instalment: goodwill reaches it last.
  down := nullif(case when down > asked then asked else down end, 0);
  return case
    when given_back > 0 and given_back >= paid then 'refunded'
    when given_back > 0 and booking_status <> 'confirmed' then 'partially_refunded'
    when paid - given_back > 0 and paid - given_back >= asked then 'paid'
    when paid - given_back >= down then 'down_payment_paid'
    when asked > 0 and booking_status = 'confirmed' or paid > 0 then 'awaiting'
    else 'none' end;
end $$;

-- Card payments that nothing asked for, and refunds that were made without us, are told to the owner for two weeks.
create index events_money_unasked on events (at desc)
  where action in ('booking.payment-unwanted', 'booking.refund-noticed');
