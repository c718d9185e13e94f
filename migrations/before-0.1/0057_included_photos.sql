-- How many printed photos a rental comes with, for all its days. Null: the owner has not said; 0: none, they are all bought
-- by the pack.
alter table products
  add column included_photos integer check (included_photos between 0 and 100000);
