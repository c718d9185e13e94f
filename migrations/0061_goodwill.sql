-- Goodwill (decision 48): money that the owner gives back of what was rightly asked for, once the rental has begun or the
-- booking has ended. It lowers what is asked, so that its customer is not asked for the same money again.
alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check
  check (reason in ('cancelled', 'withdrawn', 'changed', 'overpaid', 'carried-over', 'interest', 'goodwill'));

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
    select instalments.*, sum(amount) over (order by position desc) - amount as later, goodwill_of(booking, null) as goodwill
    from instalments
    where booking_id = booking and contract_id is not distinct from contract_in_force(booking)) asked
  where amount > goodwill - later
$$;

-- Card payments that nothing asked for, and refunds that were made without us, are told to the owner for two weeks.
create index events_money_unasked on events (at desc)
  where action in ('booking.payment-unwanted', 'booking.refund-noticed');
