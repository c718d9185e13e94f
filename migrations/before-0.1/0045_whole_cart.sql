-- A cart is ordered whole: one booking for each of its lines, all of them or none (D13).

-- The key of the order that made these bookings together; null for a booking that was ordered alone. The first of them
-- has it as its own key as well, so that `unique (user_id, idempotency_key)` makes of one order one set of bookings.
alter table bookings add column order_id uuid;
create index bookings_order on bookings (order_id) where order_id is not null;

-- What is typed for the whole cart is a draft without a product: one for each customer.
alter table booking_drafts
  alter column product_id drop not null,
  drop constraint booking_drafts_user_id_product_id_key,
  add constraint booking_drafts_one_for_each unique nulls not distinct (user_id, product_id);
