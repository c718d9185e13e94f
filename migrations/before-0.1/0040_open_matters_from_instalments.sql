-- What confirmed bookings wait for is read from their instalments: the two figures of the agreement, kept beside it for
-- an index, are read by nobody any more.
drop index bookings_unpaid;
alter table bookings drop column balance_days_before, drop column down_payment_percent;
create index bookings_unpaid on bookings (first_day) include (id, number, contract_due_at)
  where status = 'confirmed' and payment_status in ('none', 'awaiting', 'down_payment_paid');
