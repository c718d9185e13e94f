-- Each product that a rental takes: its own, the parts of its bundle, and its accessories.
create view rented_products as
  select booking_id, position, product_id from rentals
  union all
  select booking_id, position, (part ->> 'productId')::uuid
  from rentals cross join lateral jsonb_array_elements(parts) part where parts <> '[]';

create index rentals_with_parts on rentals (booking_id) where parts <> '[]';
