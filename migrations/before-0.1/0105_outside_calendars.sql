-- Calendars of elsewhere, where a product is rented too: their events take its days here (decision 64).
create table outside_calendars (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references products (id) on delete cascade,
  name text not null check (length(name) between 1 and 60),
  -- A secret: whoever has it reads that calendar.
  address text not null check (length(address) <= 2000),
  -- How many units each event takes.
  takes text not null check (takes in ('one', 'all')),
  created_at timestamptz not null default now(),
  -- By which the other side knows what we have already.
  etag text,
  last_modified text,
  asked_at timestamptz,
  read_at timestamptz,
  -- Events of the last reading that could not be understood.
  unread integer not null default 0,
  failing_since timestamptz,
  failure text,
  check ((failing_since is null) = (failure is null))
);
create index outside_calendars_product on outside_calendars (product_id);

-- Days and nothing else: what an event says of a stranger stays where it is.
create table outside_events (
  id uuid primary key default gen_random_uuid(),
  calendar_id uuid not null references outside_calendars (id) on delete cascade,
  -- A digest of its UID, and of the occurrence where it repeats.
  key text not null,
  first_day date not null,
  last_day date not null,
  check (last_day >= first_day),
  unique (calendar_id, key)
);
create index outside_events_days on outside_events (last_day, first_day);

alter table occupancy add column outside_event_id uuid references outside_events (id) on delete cascade;
alter table occupancy drop constraint occupancy_kind_check;
alter table occupancy add constraint occupancy_kind_check check (kind in ('hold', 'booking', 'block', 'outside'));
alter table occupancy drop constraint occupancy_kind_says_who;
alter table occupancy add constraint occupancy_kind_says_who check (
  (kind = 'outside') = (outside_event_id is not null) and (
  (kind = 'hold' and cart_id is not null and hold_ends_at is not null and booking_id is null) or
  (kind = 'booking' and booking_id is not null and cart_id is null and hold_ends_at is null) or
  (kind in ('block', 'outside') and booking_id is null and cart_id is null and hold_ends_at is null)));
create index occupancy_outside on occupancy (outside_event_id) where outside_event_id is not null;
