-- Flat delivery fees of places, beside the rule by distance (decision D11).
create table delivery_zones (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('postcode', 'department', 'ring')),
  name text not null check (length(trim(name)) between 1 and 60),
  fee cents not null check (fee >= 0),
  codes text[],
  -- Round trips.
  from_km integer check (from_km >= 0),
  to_km integer check (to_km <= 99999),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint delivery_zones_kind check (case when kind = 'ring'
    then codes is null and num_nulls(from_km, to_km) = 0 and from_km <= to_km
    else num_nonnulls(from_km, to_km) = 0 and codes is not null and cardinality(codes) > 0 end)
);
create trigger delivery_zones_touch before update on delivery_zones for each row execute function touch_edited_row();

-- Pages show fees.
create trigger delivery_zones_pages_new after insert on delivery_zones referencing new table as changed
  for each statement execute function note_page_change();
create trigger delivery_zones_pages_changed after update on delivery_zones referencing new table as changed
  for each statement execute function note_page_change();
create trigger delivery_zones_pages_gone after delete on delivery_zones referencing old table as changed
  for each statement execute function note_page_change();
create trigger delivery_zones_pages_emptied after truncate on delivery_zones
  for each statement execute function note_page_truncated();
