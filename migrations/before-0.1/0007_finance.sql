-- What the address service found for the warehouse, as the owner reads it: the coordinates alone say nothing (D11).
alter table finance_settings
  add column warehouse_place text,
  add column warehouse_precision text check (warehouse_precision in ('address', 'commune'));

-- The owner's first page: what is out or being made ready around today, and what is still to be signed or paid.
create index bookings_out on bookings (last_day, first_day) where status = 'confirmed';
create index bookings_unpaid on bookings (first_day)
  where status = 'confirmed' and payment_status in ('none', 'awaiting', 'down_payment_paid');
