-- The planning and the departures look at a few weeks of every product at once: a range of days, then the products.
create index occupancy_by_day on occupancy (day, product_id);
