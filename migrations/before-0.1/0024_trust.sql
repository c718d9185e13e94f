-- How exactly a delivery's address was known when its distance was counted (D46): at its door, in its street, or by the
-- centre of its commune, whose name is then kept; 'unknown' while the distance is to be confirmed. Null: nothing was
-- counted from the address (a pick-up, a distance that the owner gave, a booking older than this).
alter table bookings
  add column address_precision text check (address_precision in ('exact', 'street', 'commune', 'unknown')),
  add column address_centre text;

alter table finance_settings drop constraint finance_settings_warehouse_precision_check;
update finance_settings set warehouse_precision = 'exact' where warehouse_precision = 'address';
alter table finance_settings add constraint finance_settings_warehouse_precision_check
  check (warehouse_precision in ('exact', 'street', 'commune'));
