-- Revenue is read with the rentals, by the booking's id.
drop index bookings_upcoming;
create index bookings_upcoming on bookings (first_day, number) include (id, total, is_demonstration)
  where status = 'confirmed';
