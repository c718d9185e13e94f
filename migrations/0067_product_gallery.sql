-- More pictures of a product than the one on its card: of the machine from nearby, of what it prints. They go with it.
create table product_pictures (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references products (id) on delete cascade,
  image_url text not null references images (url) on update cascade on delete cascade,
  image_alt text not null default '',
  caption text not null default '',
  "order" integer not null,
  created_at timestamptz not null default now()
);
create index product_pictures_order on product_pictures (product_id, "order");
create index product_pictures_image on product_pictures (image_url);

-- The page of the product shows them (migration 0055).
create trigger product_pictures_pages_new after insert on product_pictures referencing new table as changed
  for each statement execute function note_product_change();
create trigger product_pictures_pages_changed after update on product_pictures referencing old table as before new table as changed
  for each statement execute function note_product_moved();
create trigger product_pictures_pages_gone after delete on product_pictures referencing old table as changed
  for each statement execute function note_product_change();
create trigger product_pictures_pages_emptied after truncate on product_pictures
  for each statement execute function note_page_truncated();
