-- The day of the event (decision 40): agreed hours, the order of a day's stops, the customer's venue.

-- When the equipment leaves and comes back, on the first and the last day of the booking: a clock time in Paris, "HH:MM".
create domain clock_time as text check (value ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$');
create table booking_hours (
  booking_id uuid primary key references bookings (id) on delete cascade,
  out_from clock_time,
  out_to clock_time,
  back_from clock_time,
  back_to clock_time,
  set_at timestamptz not null,
  check ((out_from is null) = (out_to is null) and out_from <= out_to),
  check ((back_from is null) = (back_to is null) and back_from <= back_to)
);

-- The order in which the owner drives a day. It is of that day: a booking that moves to another day has no place there.
create table route_stops (
  day date not null,
  booking_id uuid not null references bookings (id) on delete cascade,
  leg text not null check (leg in ('out', 'back')),
  position integer not null check (position >= 0),
  primary key (day, booking_id, leg)
);
create index route_stops_booking on route_stops (booking_id);

-- What the customer says of the place. It names somebody, and goes with the addresses (retention).
create table venue_checklists (
  booking_id uuid primary key references bookings (id) on delete cascade,
  -- A socket within 20 m; a floor of 3 by 5 m.
  power_near boolean not null,
  floor_fits boolean not null,
  access text not null,
  stairs text not null,
  contact_name text not null,
  contact_phone text not null,
  filled_at timestamptz not null
);
