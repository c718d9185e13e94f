-- What a customer types for a discount (D65).
create table promo_codes (
  id uuid primary key default gen_random_uuid(),
  code text not null check (code ~ '^[A-Z0-9-]{3,20}$'),
  unit text not null check (unit in ('percent', 'euros')),
  -- Per cent, or cents for the whole booking.
  value integer not null check (value > 0 and (unit = 'euros' or value <= 100)),
  booked_from date,
  booked_to date,
  event_from date,
  event_to date,
  -- null for all.
  product_ids uuid[] check (cardinality(product_ids) > 0),
  minimum_total integer check (minimum_total > 0),
  maximum_uses smallint check (maximum_uses > 0),
  maximum_uses_each smallint check (maximum_uses_each > 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint promo_codes_code_key unique (code),
  constraint promo_codes_booked check (booked_from <= booked_to),
  constraint promo_codes_event check (event_from <= event_to)
);
create trigger promo_codes_touch before update on promo_codes for each row execute function touch_edited_row();

-- A booking has one code. Uses are counted under the code's lock.
create table promo_code_uses (
  booking_id uuid primary key references bookings on delete cascade,
  code_id uuid not null references promo_codes
);
create index promo_code_uses_code on promo_code_uses (code_id);
