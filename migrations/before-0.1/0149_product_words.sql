-- What the catalogue is searched by is worked out when a product is written, not of each product for each visitor.
alter table products add column words text not null generated always as (without_accents(name || ' ' || description)) stored;
-- And a page of it is read in its order, not sorted from all.
drop index products_active;
create index products_offered on products ("order", created_at desc, name, id) where is_active and archived_at is null;
