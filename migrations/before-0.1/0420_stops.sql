-- When a stop of a day was left for, reached and done (decision 116).
create table stop_times (
  booking_id uuid not null references bookings (id) on delete cascade,
  day date not null,
  leg text not null check (leg in ('out', 'back')),
  left_at timestamptz,
  arrives_at timestamptz,
  arrived_at timestamptz,
  done_at timestamptz,
  -- The occupied ranges before the return freed their rest, to take it back.
  freed jsonb not null default '[]',
  primary key (booking_id, day, leg),
  constraint stop_times_begun check (coalesce(left_at, arrived_at, done_at) is not null),
  constraint stop_times_in_order check (left_at <= arrived_at and left_at <= done_at and arrived_at <= done_at),
  constraint stop_times_arrival_after_departure check (arrives_at is null or arrives_at > left_at)
);
create index stop_times_day on stop_times (day);

-- Boxes ticked on a day's loading list.
create table loaded_items (
  day date not null,
  booking_id uuid not null references bookings (id) on delete cascade,
  item text not null check (length(item) between 1 and 100),
  primary key (day, booking_id, item)
);
create index loaded_items_booking on loaded_items (booking_id);
create trigger loaded_items_heard_new after insert on loaded_items referencing new table as changed
  for each statement execute function note_page_change();
create trigger loaded_items_heard_gone after delete on loaded_items referencing old table as changed
  for each statement execute function note_page_change();
