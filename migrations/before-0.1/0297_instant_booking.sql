-- Where its owner allows it, the system confirms a request at once (decision D67).
alter table products
  add column instant_booking boolean not null default false,
  add column instant_notice_days integer not null default 0 check (instant_notice_days between 0 and 365),
  -- Round trip.
  add column instant_maximum_km integer check (instant_maximum_km between 0 and 5000),
  add column instant_maximum_total cents check (instant_maximum_total > 0);
-- Confirmed by the system when it was placed.
alter table bookings add column is_instant boolean not null default false;
