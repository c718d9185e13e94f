-- When the event begins, on the first day of the booking, as its customer says (D61).
create table event_starts (
  booking_id uuid primary key references bookings (id) on delete cascade,
  starts_at clock_time not null,
  told_at timestamptz not null
);
