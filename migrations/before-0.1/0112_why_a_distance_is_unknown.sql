-- Why a distance could not be counted, as it was when the customer asked (D46): the owner reads the one reason that held.
-- 'unknown' is of before the reason was noted.
alter table bookings
  drop constraint bookings_address_precision_check,
  add constraint bookings_address_precision_check check (
    address_precision in ('exact', 'street', 'commune', 'no-depot', 'not-found', 'contradictory', 'no-road', 'unknown')
  );
