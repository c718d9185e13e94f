-- A unit is a machine, and what occupies it is a range of time (decision 3). Day rows become ranges of whole days in
-- Europe/Paris: a run of rented days is one row, with its preparation days.
create extension if not exists btree_gist;

alter table finance_settings
  add column rental_day_starts_at smallint not null default 0 check (rental_day_starts_at between 0 and 23);

create table units (
  id integer generated always as identity primary key,
  product_id uuid not null references products (id) on delete cascade,
  number smallint not null check (number >= 1),
  label text,
  serial_number text,
  acquired_on date,
  retired_on date,
  unique (product_id, number),
  unique (id, product_id)
);
insert into units (product_id, number)
  select products.id, number from products, generate_series(1, stock) number;
-- A stock that was lowered left its past rentals on numbers that no longer exist.
insert into units (product_id, number, retired_on)
  select distinct product_id, unit, current_date from occupancy
  on conflict do nothing;

-- The stock is the number of units in service, whichever of the two is written.
create function count_units() returns trigger language plpgsql as $$
begin
  update products set stock = in_service
    from (select product_id, count(*) filter (where retired_on is null) as in_service
      from units where product_id in (select product_id from changed) group by product_id) counted
    where id = counted.product_id and stock <> in_service;
  return null;
end $$;
create trigger units_counted_new after insert on units referencing new table as changed
  for each statement execute function count_units();
create trigger units_counted_changed after update on units referencing new table as changed
  for each statement execute function count_units();
create trigger units_counted_gone after delete on units referencing old table as changed
  for each statement execute function count_units();

create function fit_units() returns trigger language plpgsql as $$
begin
  insert into units (product_id, number) select new.id, number from generate_series(1, new.stock) number
    on conflict (product_id, number) do update set retired_on = null where units.retired_on is not null;
  update units set retired_on = current_date
    where product_id = new.id and number > new.stock and retired_on is null;
  return null;
end $$;
create trigger products_units_new after insert on products for each row execute function fit_units();
create trigger products_units_changed after update of stock on products for each row
  when (old.stock <> new.stock) execute function fit_units();

-- The rental days from `first` to `last`, which begin at the shop's hour (decision D61). Null: without an end.
create function rental_range(first date, last date, hour integer) returns tstzrange
language sql immutable parallel safe
return tstzrange((first + make_interval(hours => hour)) at time zone 'Europe/Paris',
  (last + 1 + make_interval(hours => hour)) at time zone 'Europe/Paris');

create function rental_day(moment timestamptz, hour integer) returns date
language sql immutable parallel safe
return (moment at time zone 'Europe/Paris' - make_interval(hours => hour))::date;

create function rental_hour() returns integer language sql stable parallel safe
return (select coalesce(max(rental_day_starts_at), 0)::integer from finance_settings);

alter table occupancy rename to occupancy_by_days;
alter table occupancy_by_days rename constraint occupancy_one_occupant to occupancy_by_days_one_occupant;
create table occupancy (
  id bigint generated always as identity,
  unit_id integer not null,
  product_id uuid not null references products (id),
  -- With the preparation days.
  during tstzrange not null,
  rented tstzrange,
  kind text not null,
  cart_id uuid references carts (id) on delete cascade,
  cart_item_id uuid references cart_items (id) on delete cascade,
  hold_ends_at timestamptz,
  booking_id uuid references bookings (id),
  outside_event_id uuid references outside_events (id) on delete cascade
);

do $$
declare
  days bigint;
  ranges bigint;
begin
  with days as (
    select old.*, units.id as unit_id, coalesce(booking_id, cart_item_id, cart_id, outside_event_id) as occupant,
      day - row_number() over (partition by units.id, kind, booking_id, cart_id, cart_item_id, hold_ends_at,
        outside_event_id order by day)::integer as island
    from occupancy_by_days old join units on units.product_id = old.product_id and number = unit
    -- Closed days are known by `available_dates`.
    where kind <> 'block' or not exists (select from available_dates closed
      where closed.product_id = old.product_id and closed.date = old.day and not closed.is_available)
  ), begun as (
    select *, role = 'rental' and lag(role) over same_island = 'preparation'
      and bool_or(role = 'rental') over (same_island rows between unbounded preceding and 1 preceding) as begins
    from days
    window same_island as (partition by unit_id, kind, occupant, cart_id, hold_ends_at, island order by day)
  ), numbered as (
    select *, count(*) filter (where begins) over (
      partition by unit_id, kind, occupant, cart_id, hold_ends_at, island order by day) as run
    from begun
  )
  insert into occupancy (unit_id, product_id, during, rented, kind, cart_id, cart_item_id, hold_ends_at, booking_id, outside_event_id)
    select unit_id, product_id, rental_range(min(day), max(day), 0),
      case when kind in ('hold', 'booking') and bool_or(role = 'rental') then
        rental_range(min(day) filter (where role = 'rental'), max(day) filter (where role = 'rental'), 0) end,
      case kind when 'block' then 'repair' else kind end, cart_id, cart_item_id, hold_ends_at, booking_id, outside_event_id
    from numbered
    group by unit_id, product_id, kind, occupant, cart_id, cart_item_id, hold_ends_at, booking_id, outside_event_id, island, run
    order by product_id, min(day);
  get diagnostics ranges = row_count;
  select count(*) into days from occupancy_by_days;
  raise notice '% days of units became % ranges', days, ranges;
end $$;
drop table occupancy_by_days;
drop domain occupancy_role;

do $$ begin
  alter table occupancy add constraint occupancy_one_occupant exclude using gist (unit_id with =, during with &&);
exception when exclusion_violation then
  raise exception 'Two occupants overlap on one unit: the occupied days cannot become ranges';
end $$;
alter table occupancy
  add primary key (id),
  add constraint occupancy_of_a_unit foreign key (unit_id, product_id) references units (id, product_id),
  add constraint occupancy_takes_time check (not isempty(during) and lower(during) is not null and upper(during) is not null),
  add constraint occupancy_rented_inside check (rented <@ during and not isempty(rented)),
  add constraint occupancy_kind_says_who check (
    kind in ('hold', 'booking', 'quote', 'outside', 'repair')
    and (kind = 'hold') = (cart_id is not null)
    and (kind = 'hold') = (hold_ends_at is not null)
    and (kind = 'hold' or cart_item_id is null)
    and (kind = 'booking') = (booking_id is not null)
    and (kind = 'outside') = (outside_event_id is not null));
create index occupancy_of_product on occupancy using gist (product_id, during);
create index occupancy_during on occupancy using gist (during);
create index occupancy_booking on occupancy (booking_id) where booking_id is not null;
create index occupancy_cart on occupancy (cart_id) where cart_id is not null;
create index occupancy_cart_item on occupancy (cart_item_id) where cart_item_id is not null;
create index occupancy_hold_ends on occupancy (hold_ends_at) where hold_ends_at is not null;
create index occupancy_outside on occupancy (outside_event_id) where outside_event_id is not null;

do $$
declare
  written text;
begin
  foreach written in array array['units', 'occupancy'] loop
    execute format('create trigger %I after insert on %I referencing new table as changed for each statement execute function note_product_change()', written || '_pages_new', written);
    execute format('create trigger %I after update on %I referencing old table as before new table as changed for each statement execute function note_product_moved()', written || '_pages_changed', written);
    execute format('create trigger %I after delete on %I referencing old table as changed for each statement execute function note_product_change()', written || '_pages_gone', written);
    execute format('create trigger %I after truncate on %I for each statement execute function note_page_truncated()', written || '_pages_emptied', written);
  end loop;
end $$;

-- Each unit and rental day that something occupies. PostgreSQL merges the function into the statement that reads it, so
-- its conditions use the indexes. Null: without an end.
create function occupied_days(since date, until date) returns table (
  id bigint, product_id uuid, unit integer, day date, kind text, role text, cart_id uuid, cart_item_id uuid,
  hold_ends_at timestamptz, booking_id uuid, outside_event_id uuid)
language sql stable parallel safe as $$
  select occupant.id, occupant.product_id, units.number::integer, each.day, occupant.kind,
    case when occupant.kind in ('hold', 'booking')
        and (occupant.rented is null or not occupant.rented && rental_range(each.day, each.day, shop.hour))
      then 'preparation' else 'rental' end,
    occupant.cart_id, occupant.cart_item_id, occupant.hold_ends_at, occupant.booking_id, occupant.outside_event_id
  from (select coalesce(max(rental_day_starts_at), 0)::integer as hour from finance_settings) shop
    cross join occupancy occupant
    join units on units.id = occupant.unit_id
    cross join lateral (
      select greatest(since, rental_day(lower(occupant.during), shop.hour)) as first,
        least(until, rental_day(upper(occupant.during) - interval '1 microsecond', shop.hour)) as last) bounds
    cross join lateral (select bounds.first + step from generate_series(0, bounds.last - bounds.first) step) each (day)
  where occupant.during && rental_range(since, until, shop.hour)
$$;

create view unit_days as select * from occupied_days(null, null);

create or replace function lapsed_days(moment timestamptz) returns table (booking_id uuid, day date)
language plpgsql stable rows 10 as $$
#variable_conflict use_column
begin
  return query
    select kept.booking_id, kept.day
    from contracts change
      join contracts signed on signed.booking_id = change.booking_id and signed.status = 'signed'
      join bookings changed on changed.id = change.booking_id and changed.status = 'confirmed'
      join products product on product.id = changed.product_id
      join unit_days kept on kept.booking_id = change.booking_id
    where change.status = 'sent' and change.due_at <= moment and signed.booked is not null
      and not exists (
        select from jsonb_array_elements_text(signed.booked -> 'dates') agreed
        where kept.day between agreed::date - product.preparation_days_before
          and agreed::date + product.preparation_days_after);
end $$;

do $$ begin
  if exists (select from occupancy) then
    analyze units;
    analyze occupancy;
  end if;
end $$;
