-- A rental whose machine left service keeps its range without a unit, until one is free throughout (D62).
alter table occupancy
  alter column unit_id drop not null,
  add constraint occupancy_without_unit_is_booked check (unit_id is not null or kind = 'booking');
create index occupancy_without_unit on occupancy (product_id) where unit_id is null;

-- Such a rental has a negative number of its own, so that whoever counts units counts it.
create or replace function occupied_days(since date, until date) returns table (
  id bigint, product_id uuid, unit integer, day date, kind text, role text, cart_id uuid, cart_item_id uuid,
  hold_ends_at timestamptz, booking_id uuid, rental smallint, outside_event_id uuid)
language sql stable parallel safe as $$
  select occupant.id, occupant.product_id, coalesce(units.number::integer, (-occupant.id)::integer), each.day, occupant.kind,
    case when occupant.kind in ('hold', 'booking')
        and (occupant.rented is null or not occupant.rented && rental_range(each.day, each.day, shop.hour))
      then 'preparation' else 'rental' end,
    occupant.cart_id, occupant.cart_item_id, occupant.hold_ends_at, occupant.booking_id, occupant.rental,
    occupant.outside_event_id
  from (select coalesce(max(rental_day_starts_at), 0)::integer as hour from finance_settings) shop
    cross join occupancy occupant
    left join units on units.id = occupant.unit_id
    cross join lateral (
      select greatest(since, rental_day(lower(occupant.during), shop.hour)) as first,
        least(until, rental_day(upper(occupant.during) - interval '1 microsecond', shop.hour)) as last) bounds
    cross join lateral (select bounds.first + step from generate_series(0, bounds.last - bounds.first) step) each (day)
  where occupant.during && rental_range(since, until, shop.hour)
$$;
