-- A price that a visitor sends or shows: nothing is booked nor kept, and it is honoured for seven days (D66).
create table shown_prices (
  id uuid primary key default gen_random_uuid(),
  -- Of the link's secret.
  digest text not null unique,
  -- As `quoteOrder` gave them, without street or place name; a cart may become several bookings.
  rows jsonb not null check (jsonb_typeof(rows) = 'array' and jsonb_array_length(rows) > 0),
  -- The distance and fee that the visitor read; null without a postcode.
  delivery jsonb,
  first_name text not null default '',
  -- Where it was mailed; empty when only the link was made.
  email text not null default '',
  user_id uuid references profiles (id) on delete cascade,
  made_at timestamptz not null,
  honoured_until timestamptz not null check (honoured_until > made_at)
);
create index shown_prices_made on shown_prices (made_at);
alter table leads add column shown_price_id uuid unique references shown_prices (id) on delete cascade;
alter table leads drop constraint leads_kind_check;
alter table leads add constraint leads_kind_check check (kind in ('message', 'price', 'booking', 'call'));
alter table leads drop constraint leads_stand_for_one_thing;
alter table leads add constraint leads_stand_for_one_thing check (
  num_nonnulls(message_id, user_id, shown_price_id) <= 1 and case kind
    when 'message' then message_id is not null
    when 'booking' then user_id is not null
    when 'price' then shown_price_id is not null
    else name <> '' and num_nonnulls(message_id, user_id, shown_price_id) = 0
  end);
