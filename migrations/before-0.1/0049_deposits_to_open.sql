-- Whose deposit is to be opened is found by the first day (server/deposits/deposit-steps.ts).
create index bookings_deposit on bookings (first_day)
  where status = 'confirmed' and not is_example and (agreement ->> 'securityDeposit')::integer > 0;
create index deposit_tries_held on deposit_tries (booking_id) where status = 'held';
