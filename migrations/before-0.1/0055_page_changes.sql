-- What changed of what public pages show, written by the transaction that changes it: each web process asks for the rows
-- that became visible since it last asked, and drops the answers that it kept (decision 45).
-- Not logged: it is of use only to processes that are connected, and a crash of PostgreSQL disconnects them all.
-- Rows are only ever added, so that no two transactions wait for each other here.
create unlogged table page_changes (
  what text not null,
  -- Null: any product, or none.
  product_id uuid,
  xid xid8 not null default pg_current_xact_id()
);
create index page_changes_xid on page_changes (xid);

create function note_page_change() returns trigger language plpgsql as $$
begin
  if exists (select from changed) then
    insert into page_changes (what) values (tg_table_name);
  end if;
  return null;
end $$;

create function note_page_truncated() returns trigger language plpgsql as $$
begin
  insert into page_changes (what) values (tg_table_name);
  return null;
end $$;

-- Tables with a product in each row; a row that moves to another product changes both.
create function note_product_change() returns trigger language plpgsql as $$
begin
  insert into page_changes (what, product_id) select distinct tg_table_name, product_id from changed;
  return null;
end $$;
create function note_product_moved() returns trigger language plpgsql as $$
begin
  insert into page_changes (what, product_id)
    select tg_table_name, product_id from changed union select tg_table_name, product_id from before;
  return null;
end $$;
create function note_product() returns trigger language plpgsql as $$
begin
  insert into page_changes (what, product_id) select tg_table_name, id from changed;
  return null;
end $$;

do $$
declare
  written text;
begin
  foreach written in array array['site_config', 'finance_settings', 'images', 'about_page_content',
    'services_page_content', 'services_page_images', 'testimonials', 'faq_entries', 'legal_texts']
  loop
    execute format('create trigger %I after insert on %I referencing new table as changed for each statement execute function note_page_change()', written || '_pages_new', written);
    execute format('create trigger %I after update on %I referencing new table as changed for each statement execute function note_page_change()', written || '_pages_changed', written);
    execute format('create trigger %I after delete on %I referencing old table as changed for each statement execute function note_page_change()', written || '_pages_gone', written);
    execute format('create trigger %I after truncate on %I for each statement execute function note_page_truncated()', written || '_pages_emptied', written);
  end loop;
  foreach written in array array['product_options', 'product_manuals', 'available_dates', 'occupancy']
  loop
    execute format('create trigger %I after insert on %I referencing new table as changed for each statement execute function note_product_change()', written || '_pages_new', written);
    execute format('create trigger %I after update on %I referencing old table as before new table as changed for each statement execute function note_product_moved()', written || '_pages_changed', written);
    execute format('create trigger %I after delete on %I referencing old table as changed for each statement execute function note_product_change()', written || '_pages_gone', written);
    execute format('create trigger %I after truncate on %I for each statement execute function note_page_truncated()', written || '_pages_emptied', written);
  end loop;
end $$;

create trigger products_pages_new after insert on products referencing new table as changed
  for each statement execute function note_product();
create trigger products_pages_changed after update on products referencing new table as changed
  for each statement execute function note_product();
create trigger products_pages_gone after delete on products referencing old table as changed
  for each statement execute function note_product();
create trigger products_pages_emptied after truncate on products for each statement execute function note_page_truncated();

-- A booking shows by its days once it is confirmed, and by what it occupies until its time has run out. Most of what is
-- written to a booking shows nowhere, and rings nothing.
create function note_booking() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into page_changes (what, product_id) values (tg_table_name, old.product_id);
  end if;
  if tg_op <> 'DELETE' then
    insert into page_changes (what, product_id) values (tg_table_name, new.product_id);
  end if;
  return null;
end $$;
create trigger bookings_pages_new after insert on bookings for each row
  when (new.status <> 'pending') execute function note_booking();
create trigger bookings_pages_changed after update on bookings for each row
  when ((old.status, old.dates, old.product_id, old.expires_at, old.contract_due_at)
    is distinct from (new.status, new.dates, new.product_id, new.expires_at, new.contract_due_at))
  execute function note_booking();
create trigger bookings_pages_gone after delete on bookings for each row execute function note_booking();
create trigger bookings_pages_emptied after truncate on bookings for each statement execute function note_page_truncated();
