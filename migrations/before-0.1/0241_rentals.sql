-- A booking is one event with one or more rentals (decision D60). Each booking becomes one rental; its name, days and
-- first product stay with it, for lists and exports.
create table rentals (
  booking_id uuid not null references bookings (id) on delete cascade,
  -- A rental of another product has another position.
  position smallint not null check (position >= 1),
  product_id uuid not null references products (id),
  product_name text not null,
  dates date[] not null check (cardinality(dates) > 0),
  -- What the customer has of it.
  during tstzmultirange not null check (not isempty(during)),
  daily_price cents not null,
  options booked_options not null default '{"items": [], "total": 0}',
  photo_packs whole_number not null default 0,
  photo_pack_price cents not null,
  photo_pack_quantity positive_number not null,
  primary key (booking_id, position)
);
create index rentals_product on rentals (product_id, booking_id);

insert into rentals
  select id, 1, product_id, product_name, dates,
    (select range_agg(rental_range(day, day, 0)) from unnest(dates) day),
    daily_price, options, photo_packs, photo_pack_price, photo_pack_quantity
  from bookings;

-- Each line of a price names its rental, and a line of photo packs how many photos a pack has.
create function lines_of_first_rental(price jsonb, photos integer) returns jsonb language sql immutable
return jsonb_set(price, '{lines}', (
  select coalesce(jsonb_agg(line || case line ->> 'kind'
      when 'delivery' then '{}' when 'adjustment' then '{}'
      when 'photo-pack' then jsonb_build_object('rental', 1, 'photosPerPack', photos)
      else '{"rental": 1}' end order by position), '[]')
  from jsonb_array_elements(price -> 'lines') with ordinality each (line, position)));

alter table bookings disable trigger user;
update bookings set price_lines = lines_of_first_rental(price_lines, photo_pack_quantity);
alter table bookings enable trigger user;

alter table contracts disable trigger user;
update contracts set
  price_lines = lines_of_first_rental(contracts.price_lines,
    coalesce((booked ->> 'photoPackQuantity')::integer, booking.photo_pack_quantity)),
  booked = booked - '{dates,options,photoPacks,photoPackPrice,photoPackQuantity}'::text[]
    || jsonb_build_object('version', 2, 'rentals', jsonb_build_array(jsonb_build_object(
      'position', 1, 'productId', booking.product_id, 'productName', booking.product_name, 'dates', booked -> 'dates',
      'periods', (
        select jsonb_agg(jsonb_build_object(
          'from', to_char(lower(period) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'until', to_char(upper(period) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by period)
        from (
          select unnest(range_agg(rental_range(day::date, day::date, 0))) as period
          from jsonb_array_elements_text(booked -> 'dates') day) periods),
      'dailyPrice', booking.daily_price, 'options', booked -> 'options', 'photoPacks', booked -> 'photoPacks',
      'photoPackPrice', booked -> 'photoPackPrice', 'photoPackQuantity', booked -> 'photoPackQuantity')))
  from bookings booking where booking.id = contracts.booking_id;
alter table contracts enable trigger user;
drop function lines_of_first_rental(jsonb, integer);

-- Several bookings that one cart became carry its key, numbered.
alter table bookings
  drop column daily_price,
  drop column photo_packs,
  drop column photo_pack_price,
  drop column photo_pack_quantity,
  drop column order_id,
  add column order_part smallint not null default 1 check (order_part >= 1),
  drop constraint bookings_user_id_idempotency_key_key,
  add constraint bookings_user_id_idempotency_key_key unique (user_id, idempotency_key, order_part);

alter table occupancy add column rental smallint;
update occupancy set rental = 1 where kind = 'booking';
alter table occupancy add constraint occupancy_of_a_rental check ((kind = 'booking') = (rental is not null));

drop view unit_days;
drop function occupied_days(date, date);
create function occupied_days(since date, until date) returns table (
  id bigint, product_id uuid, unit integer, day date, kind text, role text, cart_id uuid, cart_item_id uuid,
  hold_ends_at timestamptz, booking_id uuid, rental smallint, outside_event_id uuid)
language sql stable parallel safe as $$
  select occupant.id, occupant.product_id, units.number::integer, each.day, occupant.kind,
    case when occupant.kind in ('hold', 'booking')
        and (occupant.rented is null or not occupant.rented && rental_range(each.day, each.day, shop.hour))
      then 'preparation' else 'rental' end,
    occupant.cart_id, occupant.cart_item_id, occupant.hold_ends_at, occupant.booking_id, occupant.rental,
    occupant.outside_event_id
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

-- The days of an unsigned change that the signed contract does not name.
drop function lapsed_days(timestamptz);
create function lapsed_days(moment timestamptz)
  returns table (booking_id uuid, rental smallint, day date)
language plpgsql stable rows 10 as $$
#variable_conflict use_column
begin
  return query
    select held.booking_id, held.rental, held.day
    from contracts change
      join contracts signed on signed.booking_id = change.booking_id and signed.status = 'signed'
      join bookings changed on changed.id = change.booking_id and changed.status = 'confirmed'
      join unit_days held on held.booking_id = change.booking_id
      join products product on product.id = held.product_id
    where change.status = 'sent' and change.due_at <= moment and signed.booked is not null
      and not exists (
        select from jsonb_array_elements(signed.booked -> 'rentals') agreed,
          jsonb_array_elements_text(agreed -> 'dates') agreed_day
        where (agreed ->> 'position')::smallint = held.rental
          and held.day between agreed_day::date - product.preparation_days_before
            and agreed_day::date + product.preparation_days_after);
end $$;

create or replace function note_booking() returns trigger language plpgsql as $$
begin
  insert into page_changes (what, product_id)
    select tg_table_name, old.product_id where tg_op <> 'INSERT'
    union select tg_table_name, new.product_id where tg_op <> 'DELETE'
    union select tg_table_name, product_id from rentals where booking_id = coalesce(new.id, old.id);
  return null;
end $$;

create or replace function note_contract() returns trigger language plpgsql as $$
begin
  insert into page_changes (what, product_id, booking_id)
    select distinct tg_table_name, product_id, booking_id from rentals
    where booking_id = case when tg_op = 'DELETE' then old.booking_id else new.booking_id end;
  return null;
end $$;

create trigger rentals_pages_new after insert on rentals referencing new table as changed
  for each statement execute function note_product_change();
create trigger rentals_pages_changed after update on rentals referencing old table as before new table as changed
  for each statement execute function note_product_moved();
create trigger rentals_pages_gone after delete on rentals referencing old table as changed
  for each statement execute function note_product_change();
create trigger rentals_pages_emptied after truncate on rentals for each statement execute function note_page_truncated();

do $$ begin
  if exists (select from rentals) then
    analyze rentals;
    raise notice '% bookings became rentals', (select count(*) from rentals);
  end if;
end $$;
