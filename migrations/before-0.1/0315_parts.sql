-- A bundle is made of other products; an accessory is rented only as an option of others, with units of its own.
alter table products add column kind text not null default 'machine' check (kind in ('machine', 'accessory', 'bundle'));

create table bundle_parts (
  bundle_id uuid not null references products (id) on delete cascade,
  part_id uuid not null references products (id),
  units smallint not null default 1 check (units between 1 and 20),
  "order" smallint not null default 0,
  primary key (bundle_id, part_id),
  check (bundle_id <> part_id)
);
create index bundle_parts_part on bundle_parts (part_id);

alter table product_options add column accessory_id uuid references products (id);
create index product_options_accessory on product_options (accessory_id) where accessory_id is not null;

-- As agreed: the parts of a bundle, and the accessories of the options.
alter table rentals add column parts jsonb not null default '[]' check (jsonb_typeof(parts) = 'array');

-- The products whose pages say whether another one is free.
create view pages_of_parts as
  select part_id as product_id, bundle_id as page from bundle_parts
  union all select accessory_id, product_id from product_options where accessory_id is not null;

create or replace function note_product_change() returns trigger language plpgsql as $$
begin
  insert into page_changes (what, product_id)
    select tg_table_name, product_id from changed
    union select tg_table_name, page from changed join pages_of_parts using (product_id);
  return null;
end $$;
create or replace function note_product_moved() returns trigger language plpgsql as $$
begin
  insert into page_changes (what, product_id)
    select tg_table_name, product_id from changed union select tg_table_name, product_id from before
    union select tg_table_name, page from changed join pages_of_parts using (product_id)
    union select tg_table_name, page from before join pages_of_parts using (product_id);
  return null;
end $$;
create or replace function note_product() returns trigger language plpgsql as $$
begin
  insert into page_changes (what, product_id)
    select tg_table_name, id from changed
    union select tg_table_name, page from changed join pages_of_parts on pages_of_parts.product_id = changed.id;
  return null;
end $$;

create function note_bundle_parts() returns trigger language plpgsql as $$
begin
  insert into page_changes (what, product_id) select distinct tg_table_name, bundle_id from changed;
  return null;
end $$;
create trigger bundle_parts_pages_new after insert on bundle_parts referencing new table as changed
  for each statement execute function note_bundle_parts();
create trigger bundle_parts_pages_changed after update on bundle_parts referencing new table as changed
  for each statement execute function note_bundle_parts();
create trigger bundle_parts_pages_gone after delete on bundle_parts referencing old table as changed
  for each statement execute function note_bundle_parts();
create trigger bundle_parts_pages_emptied after truncate on bundle_parts
  for each statement execute function note_page_truncated();
