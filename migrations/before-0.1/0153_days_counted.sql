-- A year of all products is counted from an index alone, and so are the days of some of them.
drop index occupancy_by_day;
create index occupancy_by_day on occupancy (day, kind, product_id, unit);
