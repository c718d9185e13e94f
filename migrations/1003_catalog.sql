-- Products, their units, prices, and the days that are taken.
set local check_function_bodies = off;

create table products (
  id uuid primary key default gen_random_uuid(),
  name text not null check (btrim(name) <> ''),
  description text not null default '',
  price integer not null default 0 check (price >= 0 and ((price % 100) = 0)),
  image_url text references images(url) on update cascade on delete set null,
  image_alt text not null default '',
  features text[] not null default '{}',
  is_active boolean not null default false,
  manual_url text,
  photo_pack_price integer not null default 700 check (photo_pack_price >= 0),
  photo_pack_quantity integer not null default 18 check (photo_pack_quantity >= 1),
  stock integer not null default 1 check (stock >= 1 and stock <= 500),
  preparation_days_before integer not null default 0,
  preparation_days_after integer not null default 0,
  security_deposit integer not null default 0 check (security_deposit >= 0),
  minimum_notice_days integer not null default 0 check (minimum_notice_days >= 0 and minimum_notice_days <= 365),
  furthest_days integer check (furthest_days >= 1 and furthest_days <= 1825),
  seo_title text,
  seo_description text,
  "order" integer not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  included_photos integer check (included_photos >= 0 and included_photos <= 100000),
  asks_insurance boolean not null default false,
  words text generated always as (without_accents(((name || ' ') || description))) stored not null,
  retired_units smallint[] not null default '{}',
  instant_booking boolean not null default false,
  instant_notice_days integer not null default 0 check (instant_notice_days >= 0 and instant_notice_days <= 365),
  instant_maximum_km integer check (instant_maximum_km >= 0 and instant_maximum_km <= 5000),
  instant_maximum_total cents check (instant_maximum_total > 0),
  kind text not null default 'machine' check (kind in ('machine', 'accessory', 'bundle')),
  needs_installer boolean not null default false,
  needs_host boolean not null default false,
  constraint products_preparation_days_before_check check (preparation_days_before >= 0
    and preparation_days_before <= 14),
  constraint products_preparation_days_after_check check (preparation_days_after >= 0 and preparation_days_after <= 14),
  constraint products_check check (archived_at is null or (not is_active))
);
create index products_newest on products (created_at desc);
create index products_offered on products ("order", created_at desc, name, id) where is_active and archived_at is null;
create index products_by_name on products (name, id) where archived_at is null;

create table product_pictures (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references products on delete cascade,
  image_url text not null references images(url) on update cascade on delete cascade,
  film_url text references films(url) on update cascade on delete cascade,
  image_alt text not null default '',
  caption text not null default '',
  "order" integer not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index product_pictures_order on product_pictures (product_id, "order");
create index product_pictures_image on product_pictures (image_url);
create index product_pictures_film on product_pictures (film_url);

create table product_options (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references products on delete cascade,
  parent_option_id uuid,
  name text not null default 'Nouvelle option' check (btrim(name) <> ''),
  description text not null default '',
  price integer not null default 0 check (price >= 0),
  unit text not null default 'unit' check (unit in ('unit', 'day', 'hour', 'km', 'pack')),
  image_url text references images(url) on update cascade on delete set null,
  quantity_step integer not null default 1 check (quantity_step >= 1),
  min_quantity integer not null default 0 check (min_quantity >= 0),
  max_quantity integer,
  "order" integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  stays_with_client boolean not null default false,
  is_once boolean not null default false,
  choice_group text not null default '' check (length(choice_group) <= 40),
  accessory_id uuid references products,
  unique (id, product_id),
  foreign key (parent_option_id, product_id) references product_options(id, product_id) on delete cascade,
  constraint product_options_check check (max_quantity is null or max_quantity >= min_quantity),
  constraint product_options_check1 check (parent_option_id <> id)
);
create index product_options_product on product_options (product_id, "order", created_at);
create index product_options_parent on product_options (parent_option_id);
create index product_options_accessory on product_options (accessory_id) where accessory_id is not null;

create table bundle_parts (
  bundle_id uuid not null references products on delete cascade,
  part_id uuid not null references products,
  units smallint not null default 1 check (units >= 1 and units <= 20),
  "order" smallint not null default 0,
  primary key (bundle_id, part_id),
  constraint bundle_parts_check check (bundle_id <> part_id)
);
create index bundle_parts_part on bundle_parts (part_id);

-- The ways in which a product is sold (decision D63). A product without a plan by the day of its own has the usual one.
create table rate_plans (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references products on delete cascade,
  kind text not null check (kind in ('day', 'fixed', 'hours')),
  name text not null check ((length(trim(name)) >= 1) and (length(trim(name)) <= 60)),
  sentence text not null default '' check (length(sentence) <= 200),
  includes text[] not null default '{}',
  weekdays smallint[] not null default '{1,2,3,4,5,6,7}',
  minimum_notice smallint not null default 0 check (minimum_notice >= 0 and minimum_notice <= 365),
  steps smallint[],
  minimum_days smallint,
  maximum_days smallint,
  days smallint,
  hours smallint,
  start_times text[],
  extra_hour_price cents,
  maximum_extra_hours smallint,
  set_up_minutes smallint,
  take_down_minutes smallint,
  price cents check (price > 0),
  "order" integer not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint rate_plans_weekdays_check check (cardinality(weekdays) > 0
    and (weekdays <@ '{1,2,3,4,5,6,7}'::smallint[])),
  constraint rate_plans_day check (kind <> 'day' or (num_nulls(steps, minimum_days) = 0
    and (cardinality(steps) >= 1 and cardinality(steps) <= 31) and (0 <= all (steps)) and (200 >= all (steps))
    and (minimum_days >= 1 and minimum_days <= 31) and (coalesce(maximum_days, 31) >= minimum_days
    and coalesce(maximum_days, 31) <= 31))),
  constraint rate_plans_fixed check (kind <> 'fixed' or (num_nulls(days, price) = 0 and (days >= 1 and days <= 31))),
  constraint rate_plans_hours check (kind <> 'hours'
    or (num_nulls(hours, price, start_times, extra_hour_price, maximum_extra_hours, set_up_minutes,
    take_down_minutes) = 0 and (hours >= 1 and hours <= 24) and (cardinality(start_times) >= 1
    and cardinality(start_times) <= 24) and (maximum_extra_hours >= 0 and maximum_extra_hours <= 24)
    and ((hours + maximum_extra_hours) <= 24) and (set_up_minutes >= 0 and set_up_minutes <= 720)
    and (take_down_minutes >= 0 and take_down_minutes <= 720)))
);
create index rate_plans_product on rate_plans (product_id, "order");
create unique index rate_plans_one_by_day on rate_plans (product_id) where kind = 'day';

create table product_manuals (
  product_id uuid primary key references products on delete cascade,
  content jsonb not null default '{"sections": []}' check (jsonb_typeof((content -> 'sections')) = 'array'),
  updated_at timestamptz not null default now()
);

-- Named changes of a rental's base price (decision D64).
create table price_rules (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('season', 'day', 'lead-time')),
  name text not null check ((length(trim(name)) >= 1) and (length(trim(name)) <= 60)),
  unit text not null check (unit in ('percent', 'euros')),
  value integer not null,
  product_ids uuid[],
  plan_ids uuid[],
  priority smallint not null default 0 check (priority >= 0 and priority <= 99),
  is_active boolean not null default true,
  from_day date,
  to_day date,
  is_yearly boolean,
  minimum_days smallint check (minimum_days >= 2 and minimum_days <= 31),
  weekdays smallint[],
  on_holidays boolean,
  at_least smallint check (at_least >= 0 and at_least <= 999),
  at_most smallint check (at_most >= 0 and at_most <= 999),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint price_rules_check check (
case unit
    when 'percent' then ((value >= '-100'::integer) and value <= 500)
    else ((value >= '-10000000'::integer) and value <= 10000000)
end),
  constraint price_rules_targets check ((product_ids is null) = (plan_ids is null)),
  constraint price_rules_value check (value <> 0 or minimum_days is not null),
  constraint price_rules_season check (
case
    when (kind = 'season') then (num_nulls(from_day, to_day, is_yearly) = 0 and from_day <= to_day
    and ((not is_yearly) or (to_day < (from_day + '1 year'::interval))))
    else (num_nonnulls(from_day, to_day, is_yearly, minimum_days) = 0)
end),
  constraint price_rules_day check (
case
    when (kind = 'day') then (num_nulls(weekdays, on_holidays) = 0
    and (weekdays <@ '{1,2,3,4,5,6,7}'::smallint[]) and (on_holidays or cardinality(weekdays) > 0))
    else (num_nonnulls(weekdays, on_holidays) = 0)
end),
  constraint price_rules_lead_time check (
case
    when (kind = 'lead-time') then (num_nonnulls(at_least, at_most) > 0 and coalesce((at_least <= at_most), true))
    else (num_nonnulls(at_least, at_most) = 0)
end)
);

-- Flat delivery fees of places, beside the rule by distance (decision D11).
create table delivery_zones (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('postcode', 'department', 'ring')),
  name text not null check ((length(trim(name)) >= 1) and (length(trim(name)) <= 60)),
  fee cents not null check (fee >= 0),
  codes text[],
  from_km integer check (from_km >= 0),
  to_km integer check (to_km <= 99999),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint delivery_zones_kind check (
case
    when (kind = 'ring') then (codes is null and num_nulls(from_km, to_km) = 0 and from_km <= to_km)
    else (num_nonnulls(from_km, to_km) = 0 and codes is not null and cardinality(codes) > 0)
end)
);

-- Prices of each plan from day to day, before rules: an announced reduction shows the lowest of the last 30 days
-- (decision D64, article L112-1-1 of the consumer code). A plan by the day goes by its product.
create table plan_prices (
  id integer generated always as identity primary key,
  product_id uuid not null references products on delete cascade,
  plan_id uuid not null,
  price cents,
  since timestamptz not null default now(),
  is_first boolean not null default false
);
create index plan_prices_plan on plan_prices (plan_id, since);

-- What a customer types for a discount (D65).
create table promo_codes (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[A-Z0-9-]{3,20}$'),
  unit text not null check (unit in ('percent', 'euros')),
  value integer not null,
  booked_from date,
  booked_to date,
  event_from date,
  event_to date,
  product_ids uuid[] check (cardinality(product_ids) > 0),
  minimum_total integer check (minimum_total > 0),
  maximum_uses smallint check (maximum_uses > 0),
  maximum_uses_each smallint check (maximum_uses_each > 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_published boolean not null default false,
  constraint promo_codes_check check (value > 0 and (unit = 'euros' or value <= 100)),
  constraint promo_codes_booked check (booked_from <= booked_to),
  constraint promo_codes_event check (event_from <= event_to)
);

-- The letter by which the subscribers of the newsletter hear of a new product (decision 56).
create table product_letters (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null unique,
  subject text not null check (btrim(subject) <> ''),
  body text not null check (btrim(body) <> ''),
  ordered_by uuid references profiles on delete set null,
  ordered_at timestamptz not null,
  starts_at timestamptz not null,
  spread_at timestamptz
);

create table units (
  id integer generated always as identity primary key,
  product_id uuid not null references products on delete cascade,
  number smallint not null check (number >= 1),
  label text,
  serial_number text,
  acquired_on date,
  retired_on date,
  updated_at timestamptz not null default now(),
  person_id uuid references profiles on delete set null,
  unique (product_id, number),
  unique (id, product_id)
);
create index units_by_person on units (person_id) where person_id is not null;

-- Days that the owner closed (or opened again): the source of blocks (D15). No record means available.
create table available_dates (
  product_id uuid not null references products on delete cascade,
  date date not null,
  is_available boolean not null,
  reason text,
  updated_at timestamptz not null default now(),
  primary key (product_id, date)
);

-- Calendars of elsewhere, where a product is rented too: their events take its days here (decision 64).
create table outside_calendars (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references products on delete cascade,
  name text not null check (length(name) >= 1 and length(name) <= 60),
  address text not null check (length(address) <= 2000),
  takes text not null check (takes in ('one', 'all')),
  created_at timestamptz not null default now(),
  etag text,
  last_modified text,
  asked_at timestamptz,
  read_at timestamptz,
  unread integer not null default 0,
  failing_since timestamptz,
  failure text,
  read_until date,
  constraint outside_calendars_check check ((failing_since is null) = (failure is null))
);
create index outside_calendars_product on outside_calendars (product_id);

-- Days and nothing else: what an event says of a stranger stays where it is.
create table outside_events (
  id uuid primary key default gen_random_uuid(),
  calendar_id uuid not null references outside_calendars on delete cascade,
  key text not null,
  first_day date not null,
  last_day date not null,
  during tstzrange check (not isempty(during)),
  unique (calendar_id, key),
  constraint outside_events_check check (last_day >= first_day)
);
create index outside_events_days on outside_events (last_day, first_day);

-- Private addresses that a calendar subscribes to. Only a digest of the secret is kept. The rows go with the account,
-- and a shop's feed is read only while who made it is an administrator.
create table calendar_feeds (
  id uuid primary key default gen_random_uuid(),
  token_digest text not null unique,
  user_id uuid not null references users on delete cascade,
  scope text not null check (scope in ('account', 'shop')),
  name text not null default '' check (length(name) <= 60),
  product_id uuid references products on delete cascade,
  shows text[] not null default '{}' check (shows <@ array['holds', 'preparation', 'blocks']),
  names_people boolean not null default false,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  constraint calendar_feeds_check check (scope = 'shop' or (product_id is null and (shows = '{}'::text[])
    and (not names_people)))
);
create index calendar_feeds_user on calendar_feeds (user_id, scope);
create index calendar_feeds_product on calendar_feeds (product_id) where product_id is not null;

create table unit_checks (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null,
  unit_number smallint not null,
  name text not null check (name <> ''),
  every_rentals smallint check (every_rentals > 0),
  every_months smallint check (every_months > 0),
  last_done date not null,
  foreign key (product_id, unit_number) references units(product_id, number) on delete cascade,
  constraint unit_checks_check check (every_rentals is not null or every_months is not null)
);
create index unit_checks_by_unit on unit_checks (product_id, unit_number);

create table unit_supplies (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null,
  unit_number smallint not null,
  noted_at timestamptz not null,
  kind text not null check (kind in ('bought', 'counted')),
  prints integer not null check (prints >= 0),
  foreign key (product_id, unit_number) references units(product_id, number) on delete cascade
);
create index unit_supplies_by_unit on unit_supplies (product_id, unit_number, noted_at);

-- What happens to a machine, what it is checked for, and its paper (D62). They name the unit by its number, because a
-- removed product that is put back gets units with other ids.
create table unit_incidents (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null,
  unit_number smallint not null,
  day date not null,
  words text not null check (words <> ''),
  cost integer check (cost >= 0),
  report_id uuid,
  photo_keys text[] not null default '{}',
  foreign key (product_id, unit_number) references units(product_id, number) on delete cascade
);
create index unit_incidents_by_unit on unit_incidents (product_id, unit_number, day);
create index unit_incidents_by_report on unit_incidents (report_id) where report_id is not null;

-- One row for each unit of each product on each day that something occupies (D7). The primary key is what makes
-- two occupants impossible, whatever the code does.
create table occupancy (
  id bigint generated always as identity primary key,
  unit_id integer,
  product_id uuid not null,
  during tstzrange not null,
  rented tstzrange,
  kind text not null,
  cart_id uuid,
  cart_item_id uuid,
  hold_ends_at timestamptz,
  booking_id uuid,
  outside_event_id uuid,
  rental smallint,
  quote_id uuid,
  constraint occupancy_one_occupant exclude using gist (unit_id with =, during with &&),
  constraint occupancy_product_id_fkey1 foreign key (product_id) references products,
  constraint occupancy_outside_event_id_fkey1 foreign key (outside_event_id) references outside_events on delete cascade,
  constraint occupancy_of_a_unit foreign key (unit_id, product_id) references units(id, product_id),
  constraint occupancy_takes_time check ((not isempty(during)) and (lower(during) is not null)
    and (upper(during) is not null)),
  constraint occupancy_rented_inside check ((rented <@ during) and (not isempty(rented))),
  constraint occupancy_of_a_rental check ((kind = 'booking') = (rental is not null)),
  constraint occupancy_without_unit_is_booked check (unit_id is not null or kind = 'booking'),
  constraint occupancy_kind_says_who check ((kind in ('hold', 'booking', 'quote', 'outside', 'repair'))
    and ((kind = 'hold') = (cart_id is not null))
    and ((kind in ('hold', 'quote')) = (hold_ends_at is not null)) and (kind = 'hold' or cart_item_id is null)
    and ((kind = 'booking') = (booking_id is not null)) and ((kind = 'quote') = (quote_id is not null))
    and ((kind = 'outside') = (outside_event_id is not null)))
);
create index occupancy_of_product on occupancy using gist (product_id, during);
create index occupancy_during on occupancy using gist (during);
create index occupancy_booking on occupancy (booking_id) where booking_id is not null;
create index occupancy_cart on occupancy (cart_id) where cart_id is not null;
create index occupancy_cart_item on occupancy (cart_item_id) where cart_item_id is not null;
create index occupancy_hold_ends on occupancy (hold_ends_at) where hold_ends_at is not null;
create index occupancy_outside on occupancy (outside_event_id) where outside_event_id is not null;
create index occupancy_without_unit on occupancy (product_id) where unit_id is null;
create index occupancy_quote on occupancy (quote_id) where quote_id is not null;

create table days_off (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references profiles on delete cascade,
  first_day date not null,
  last_day date not null,
  constraint days_off_check check (first_day <= last_day)
);
create index days_off_by_person on days_off (person_id, last_day);

-- The products whose pages say whether another one is free.
create view pages_of_parts as
  select part_id as product_id, bundle_id as page from bundle_parts
  union all select accessory_id, product_id from product_options where accessory_id is not null;

create function note_product()
returns trigger language plpgsql as $$
begin
  insert into page_changes (what, product_id)
    select tg_table_name, id from changed
    union select tg_table_name, page from changed join pages_of_parts on pages_of_parts.product_id = changed.id;
  return null;
end $$;

-- The stock is the number of units in service, whichever of the two is written.
create function count_units()
returns trigger language plpgsql as $$
begin
  update products set stock = in_service, retired_units = retired
    from (select product_id, count(*) filter (where retired_on is null) as in_service,
        coalesce(array_agg(number order by number) filter (where retired_on is not null), '{}') as retired
      from units where product_id in (select product_id from changed) group by product_id) counted
    where id = counted.product_id and (stock, retired_units) is distinct from (in_service::integer, retired);
  return null;
end $$;

-- A higher stock brings numbers after the highest in service, a lower one retires the highest.
create function fit_units()
returns trigger language plpgsql as $$
declare
  in_service integer;
  highest integer;
begin
  select count(*), coalesce(max(number), 0) into in_service, highest
    from units where product_id = new.id and retired_on is null;
  insert into units (product_id, number)
    select new.id, number from generate_series(highest + 1, highest + new.stock - in_service) number
    on conflict (product_id, number) do update set retired_on = null;
  update units set retired_on = current_date where id in (
    select id from units where product_id = new.id and retired_on is null
      order by number desc limit greatest(in_service - new.stock, 0));
  return null;
end $$;

create function note_bundle_parts()
returns trigger language plpgsql as $$
begin
  insert into page_changes (what, product_id) select distinct tg_table_name, bundle_id from changed;
  return null;
end $$;

create function note_product_price()
returns trigger language plpgsql as $$
begin
  perform note_plan_price(new.id, new.id,
    case when new.is_active and new.archived_at is null and new.price > 0 then new.price::integer end, tg_op = 'INSERT');
  return null;
end $$;

create function note_rate_plan_price()
returns trigger language plpgsql as $$
begin
  if new.kind <> 'day' and exists (select from products where id = new.product_id) then
    perform note_plan_price(new.product_id, new.id, case when new.is_active then new.price::integer end, tg_op = 'INSERT');
  end if;
  return null;
end $$;

-- Such a rental has a negative number of its own, so that whoever counts units counts it.
create function occupied_days(since date, until date)
returns table(id bigint, product_id uuid, unit integer, day date, kind text, role text, cart_id uuid,
    cart_item_id uuid, hold_ends_at timestamptz, booking_id uuid, rental smallint, outside_event_id uuid,
    quote_id uuid) language sql stable parallel safe as $$
  select occupant.id, occupant.product_id, coalesce(units.number::integer, (-occupant.id)::integer), each.day, occupant.kind,
    case when occupant.kind in ('hold', 'booking', 'quote')
        and (occupant.rented is null or not occupant.rented && rental_range(each.day, each.day, shop.hour))
      then 'preparation' else 'rental' end,
    occupant.cart_id, occupant.cart_item_id, occupant.hold_ends_at, occupant.booking_id, occupant.rental,
    occupant.outside_event_id, occupant.quote_id
  from (select coalesce(max(rental_day_starts_at), 0)::integer as hour from finance_settings) shop
    cross join occupancy occupant
    left join units on units.id = occupant.unit_id
    cross join lateral (
      select greatest(since, rental_day(lower(occupant.during), shop.hour)) as first,
        least(until, rental_day(upper(occupant.during) - interval '1 microsecond', shop.hour)) as last) bounds
    cross join lateral (select bounds.first + step from generate_series(0, bounds.last - bounds.first) step) each (day)
  where occupant.during && rental_range(since, until, shop.hour)
$$;

create view unit_days as select * from occupied_days(null, null);

-- A signed rental may have been placed at another hour than the shop's.
create function lapsed_days(moment timestamptz)
returns table(id bigint, day date) language sql stable rows 10 as $$
  select unit_days.id, day
  from lapsed_time(moment) lapsed join unit_days using (id) join occupancy using (id)
  where during * rental_range(day, day, rental_hour()) <@ parts
$$;

create trigger available_dates_touch before update on available_dates for each row execute function touch_updated_at();
create trigger bundle_parts_pages_new after insert on bundle_parts
  referencing new table as changed for each statement execute function note_bundle_parts();
create trigger bundle_parts_pages_changed after update on bundle_parts
  referencing new table as changed for each statement execute function note_bundle_parts();
create trigger bundle_parts_pages_gone after delete on bundle_parts
  referencing old table as changed for each statement execute function note_bundle_parts();
create trigger delivery_zones_touch before update on delivery_zones for each row execute function touch_edited_row();
create trigger price_rules_touch before update on price_rules for each row execute function touch_edited_row();
create trigger product_manuals_touch before update on product_manuals for each row execute function touch_updated_at();
create trigger product_options_touch before update on product_options for each row execute function touch_edited_row();
create trigger product_pictures_touch before update on product_pictures
  for each row execute function touch_edited_row();
create trigger products_pages_new after insert on products
  referencing new table as changed for each statement execute function note_product();
create trigger products_pages_changed after update on products
  referencing new table as changed for each statement execute function note_product();
create trigger products_pages_gone after delete on products
  referencing old table as changed for each statement execute function note_product();
create trigger products_touch before update on products for each row execute function touch_edited_row();
create trigger products_units_new after insert on products for each row execute function fit_units();
create trigger products_units_changed after update of stock on products
  for each row when (old.stock <> new.stock) execute function fit_units();
create trigger products_price_kept after insert or update of price, is_active, archived_at on products
  for each row execute function note_product_price();
create trigger promo_codes_touch before update on promo_codes for each row execute function touch_edited_row();
create trigger rate_plans_touch before update on rate_plans for each row execute function touch_edited_row();
create trigger rate_plans_price_kept after insert or update of price, is_active on rate_plans
  for each row execute function note_rate_plan_price();
create trigger units_counted_new after insert on units
  referencing new table as changed for each statement execute function count_units();
create trigger units_counted_changed after update on units
  referencing new table as changed for each statement execute function count_units();
create trigger units_counted_gone after delete on units
  referencing old table as changed for each statement execute function count_units();
create trigger units_updated_at before update on units for each row execute function touch_updated_at();
