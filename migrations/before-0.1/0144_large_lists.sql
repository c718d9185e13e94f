-- The register of takings by booking: a client's lines are found by their bookings.
create index takings_of_booking on takings (booking_number, number);
drop index bookings_user;
create index bookings_user on bookings (user_id, created_at desc) include (number);
-- What customers asked for in some time, by product, is counted from the index that orders the list by age.
drop index bookings_by_age;
create index bookings_by_age on bookings (created_at, number) include (product_id, placed_by);
-- Nothing refers yet to a booking that has just come: it is confirmed, and not signed.
create or replace function keep_matters_of_booking() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into open_matters (booking_id, is_unsigned) values (new.id, true);
  else
    perform keep_open_matters(array[new.id]);
  end if;
  return null;
end $$;
