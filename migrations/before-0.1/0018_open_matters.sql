-- What confirmed bookings wait for is counted from an index alone, with what was agreed with each: an index can hold
-- two numbers of the agreement, not the whole of it.
alter table bookings
  add column balance_days_before integer generated always as ((agreement ->> 'balanceDaysBefore')::integer) stored,
  add column down_payment_percent integer generated always as ((agreement ->> 'downPaymentPercent')::integer) stored;

drop index bookings_unpaid;
create index bookings_unpaid on bookings (first_day)
  include (id, number, total, payment_status, confirmed_at, contract_due_at, balance_days_before, down_payment_percent)
  where status = 'confirmed' and payment_status in ('none', 'awaiting', 'down_payment_paid');

-- The contracts of what is to come are listed from an index alone: rows hold their price lines since 0014, and are wide.
create index bookings_contract_list on bookings (last_day)
  include (id, number, user_id, product_name, dates, total, first_day, contract_due_at)
  where status = 'confirmed';
