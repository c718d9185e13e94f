-- PostgreSQL 15.20 refuses to rewrite a table whose row type is read by a function with a parsed body. A body that is text
-- is read at each call; 0164 takes the row types away.
create or replace function booking_words(booking bookings, client profiles) returns text
language sql stable parallel safe as $$
  select without_accents(concat_ws(' ', booking.number, client.name, client.email, booking.address ->> 'zipCode',
    booking.address ->> 'city', booking.product_name))
$$;
