-- More pictures of a product than the one on its card: of the machine from nearby, of what it prints, a short film. They
-- go with it.

-- A film's picture to wait with is the picture of its row below.
create table films (
  url text primary key,
  bucket text not null,
  path text not null,
  mimetype text not null check (mimetype in ('video/mp4', 'video/webm')),
  -- Bytes.
  size integer not null check (size > 0),
  -- As it is shown, in pixels.
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- Null when the file does not say.
  seconds double precision check (seconds > 0),
  created_at timestamptz not null default now()
);

create table product_pictures (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references products (id) on delete cascade,
  image_url text not null references images (url) on update cascade on delete cascade,
  film_url text references films (url) on update cascade on delete cascade,
  image_alt text not null default '',
  caption text not null default '',
  "order" integer not null,
  created_at timestamptz not null default now()
);
create index product_pictures_order on product_pictures (product_id, "order");
create index product_pictures_image on product_pictures (image_url);
create index product_pictures_film on product_pictures (film_url);

-- The page of the product shows them (migration 0055).
create trigger product_pictures_pages_new after insert on product_pictures referencing new table as changed
  for each statement execute function note_product_change();
create trigger product_pictures_pages_changed after update on product_pictures referencing old table as before new table as changed
  for each statement execute function note_product_moved();
create trigger product_pictures_pages_gone after delete on product_pictures referencing old table as changed
  for each statement execute function note_product_change();
create trigger product_pictures_pages_emptied after truncate on product_pictures
  for each statement execute function note_page_truncated();

create trigger films_pages_new after insert on films referencing new table as changed
  for each statement execute function note_page_change();
create trigger films_pages_changed after update on films referencing new table as changed
  for each statement execute function note_page_change();
create trigger films_pages_gone after delete on films referencing old table as changed
  for each statement execute function note_page_change();
create trigger films_pages_emptied after truncate on films for each statement execute function note_page_truncated();
