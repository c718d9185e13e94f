-- Quotes (decision D66). A quote becomes a booking when it is accepted; until then no list of bookings has it.
create table quotes (
  id uuid primary key default gen_random_uuid(),
  number text not null unique check (number ~ '^D-[0-9]{4}-[0-9]{4,}$'),
  state text not null default 'draft'
    check (state in ('draft', 'sent', 'accepted', 'declined', 'expired', 'withdrawn')),
  -- Either a customer or a prospect; a prospect becomes a customer by accepting.
  user_id uuid references profiles (id),
  name text,
  email text,
  phone text,
  message_id uuid references contact_messages (id) on delete set null,
  copied_from uuid references quotes (id) on delete set null,
  created_by uuid references profiles (id),
  first_opened_at timestamptz,
  change_words text,
  -- Null again once a new version answers.
  change_requested_at timestamptz,
  answered_at timestamptz,
  decline_reason text check (decline_reason in ('price', 'date', 'competitor', 'other')),
  decline_words text,
  booking_id uuid unique references bookings (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint quotes_have_one_reader check (num_nonnulls(user_id, name) = 1),
  constraint quotes_accepted_by_a_customer check (state <> 'accepted' or user_id is not null),
  constraint quotes_declined_with_a_reason check (state = 'declined' or decline_reason is null and decline_words is null)
);
create index quotes_by_state on quotes (state, created_at desc);
create index quotes_user on quotes (user_id) where user_id is not null;
create index quotes_message on quotes (message_id) where message_id is not null;
create index quotes_copied_from on quotes (copied_from) where copied_from is not null;
create trigger quotes_touch before update on quotes for each row execute function touch_updated_at();

create table quote_counters (
  year smallint primary key,
  last integer not null check (last > 0)
);

create table quote_versions (
  quote_id uuid not null references quotes (id) on delete cascade,
  version smallint not null check (version >= 1),
  -- The booking that acceptance makes, with rentals, place and price as quoted.
  row jsonb not null,
  -- What the reader may tick.
  extras json_list not null default '[]',
  message text not null default '',
  valid_until timestamptz not null,
  keep_until date,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  sent_by uuid references profiles (id),
  -- The last reminder.
  reminded_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (quote_id, version),
  check (valid_until > sent_at),
  check (sent_by is null or sent_at is not null)
);

-- A version that was sent says what was offered.
create function keep_sent_quote_version() returns trigger language plpgsql as $$
begin
  if old.sent_at is not null
      and (new.row, new.extras, new.message, new.valid_until, new.keep_until, new.sent_at, new.version)
        is distinct from (old.row, old.extras, old.message, old.valid_until, old.keep_until, old.sent_at, old.version)
  then
    raise exception 'A version of a quote that was sent is frozen' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger quote_versions_touch before update on quote_versions for each row execute function touch_updated_at();
create trigger quote_versions_frozen before update on quote_versions
  for each row execute function keep_sent_quote_version();

create table quote_links (
  id uuid primary key default gen_random_uuid(),
  quote_id uuid not null references quotes (id) on delete cascade,
  purpose text not null check (purpose in ('accept', 'show')),
  digest text not null unique,
  made_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > made_at),
  revoked_at timestamptz,
  used_at timestamptz
);
create index quote_links_quote on quote_links (quote_id);
create index quote_links_ends on quote_links (ends_at);

-- Days kept for a quote end as a hold does.
alter table occupancy
  add column quote_id uuid references quotes (id),
  drop constraint occupancy_kind_says_who,
  add constraint occupancy_kind_says_who check (
    kind in ('hold', 'booking', 'quote', 'outside', 'repair')
    and (kind = 'hold') = (cart_id is not null)
    and (kind in ('hold', 'quote')) = (hold_ends_at is not null)
    and (kind = 'hold' or cart_item_id is null)
    and (kind = 'booking') = (booking_id is not null)
    and (kind = 'quote') = (quote_id is not null)
    and (kind = 'outside') = (outside_event_id is not null));
create index occupancy_quote on occupancy (quote_id) where quote_id is not null;

drop view unit_days;
drop function occupied_days(date, date);
create function occupied_days(since date, until date) returns table (
  id bigint, product_id uuid, unit integer, day date, kind text, role text, cart_id uuid, cart_item_id uuid,
  hold_ends_at timestamptz, booking_id uuid, rental smallint, outside_event_id uuid, quote_id uuid)
language sql stable parallel safe as $$
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

-- Days; 0 for none.
alter table finance_settings
  add column quote_validity_days smallint not null default 30 check (quote_validity_days between 1 and 180),
  add column quote_reminder_days smallint not null default 3 check (quote_reminder_days between 0 and 60),
  add column quote_second_reminder_days smallint not null default 10 check (quote_second_reminder_days between 0 and 60),
  add column quote_last_reminder_days smallint not null default 1 check (quote_last_reminder_days between 0 and 7);
