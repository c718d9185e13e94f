-- The shop's own schema: every entity of the specification's section 3, as decided in D1 to D35.
-- Money is integer cents, days are dates, instants are timestamptz, identifiers are random uuids.

create extension if not exists pg_trgm;
create extension if not exists unaccent;

create function touch_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at = now();
  return new;
end $$;

-- ---------------------------------------------------------------------------------------------- accounts

create table users (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null,
  email_verified boolean not null default false,
  image text,
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint users_email_lowercase check (email = lower(email))
);
create unique index users_email on users (email);

create table sessions (
  id uuid primary key default gen_random_uuid(),
  token text not null unique,
  user_id uuid not null references users (id) on delete cascade,
  ip_address text,
  user_agent text,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_user on sessions (user_id);
create index sessions_expires on sessions (expires_at);

-- How a user signs in: the password's hash, later other providers.
create table credentials (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index credentials_user on credentials (user_id);

create table verifications (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on verifications (identifier);

-- No foreign key to users: a profile outlives a deleted account, pseudonymised, with its orders (D31).
create table profiles (
  id uuid primary key,
  email text not null,
  name text not null,
  role text not null default 'user' check (role in ('user', 'admin')),
  street text,
  zip_code text,
  city text,
  address_instructions text,
  phone text,
  client_type text not null default 'individual' check (client_type in ('individual', 'business')),
  business_name text,
  business_siret text,
  business_vat text,
  business_contact_name text,
  terms_accepted_at timestamptz,
  terms_version text,
  last_sign_in_at timestamptz,
  is_example boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index profiles_email on profiles (email);
create index profiles_name_search on profiles using gin (name gin_trgm_ops);
create index profiles_email_search on profiles using gin (email gin_trgm_ops);
create index profiles_administrators on profiles (id) where role = 'admin';

create table shared_accounts (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references profiles (id) on delete cascade,
  shared_with_id uuid not null references profiles (id) on delete cascade,
  permissions text[] not null check (permissions <@ array['view', 'book'] and cardinality(permissions) > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (owner_id, shared_with_id),
  check (owner_id <> shared_with_id)
);
create index shared_accounts_shared_with on shared_accounts (shared_with_id);

-- Attempts counted per key (an account, an address), so that throttling survives a restart and spans processes.
create table throttles (
  key text primary key,
  attempts integer not null check (attempts > 0),
  window_ends_at timestamptz not null,
  blocked_until timestamptz
);
create index throttles_window on throttles (window_ends_at);

-- ---------------------------------------------------------------------------------------------- content

-- An uploaded picture and its derived sizes; `url` is what the other tables hold.
create table images (
  id uuid primary key default gen_random_uuid(),
  url text not null unique,
  bucket text not null,
  path text not null,
  mimetype text not null,
  size integer not null check (size > 0),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- Widths for which AVIF and WebP exist, and a tiny picture shown while they load.
  widths integer[] not null,
  placeholder text not null,
  last_modified timestamptz not null default now(),
  created_at timestamptz not null default now(),
  unique (bucket, path)
);

create table site_config (
  id smallint primary key default 1 check (id = 1),
  hero_title text,
  hero_description text,
  hero_image_url text references images (url) on update cascade on delete set null,
  hero_image_alt text not null default '',
  company_name text not null default 'Guinguette',
  company_logo_url text references images (url) on update cascade on delete set null,
  company_icon text not null default 'camera' check (company_icon in ('camera', 'image', 'aperture')),
  company_address text,
  company_phone text,
  company_email text,
  company_siret text,
  company_rcs text,
  google_business_id text,
  instagram_url text,
  site_title text,
  site_description text,
  accent_color text,
  hosting_notice text,
  rating_label text not null default '4.9 sur Google',
  -- Facts that legal pages and mails need (D34); null until the owner gives them.
  legal_form text,
  share_capital text,
  vat_number text,
  publication_director text,
  mediator_name text,
  mediator_url text,
  insurance text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table about_page_content (
  id smallint primary key default 1 check (id = 1),
  title text not null,
  content text not null,
  image_url text references images (url) on update cascade on delete set null,
  updated_at timestamptz not null default now()
);

create table services_page_content (
  id smallint primary key default 1 check (id = 1),
  title text not null,
  content text not null,
  updated_at timestamptz not null default now()
);

create table services_page_images (
  id uuid primary key default gen_random_uuid(),
  image_url text not null references images (url) on update cascade on delete cascade,
  caption text not null default '',
  "order" integer not null check ("order" >= 0),
  created_at timestamptz not null default now()
);
create index services_page_images_order on services_page_images ("order");

create table testimonials (
  id uuid primary key default gen_random_uuid(),
  author text not null,
  rating smallint not null default 5 check (rating between 1 and 5),
  day date not null,
  text text not null,
  image_url text references images (url) on update cascade on delete set null,
  "order" integer not null default 0,
  is_example boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table faq_entries (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique,
  theme text not null,
  question text not null,
  answer text not null,
  "order" integer not null default 0,
  is_published boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Versions are never changed: what a customer accepted can always be shown again (D24).
create table legal_texts (
  id uuid primary key default gen_random_uuid(),
  page text not null check (page in
    ('terms', 'privacy', 'cookies', 'cgv', 'mentions-legales', 'rgpd', 'accessibility', 'data-protection')),
  version integer not null check (version > 0),
  title text not null,
  content text not null,
  published_at timestamptz not null default now(),
  created_by uuid,
  unique (page, version)
);

create table contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null,
  phone text,
  message text not null,
  status text not null default 'new' check (status in ('new', 'answered', 'archived')),
  answer text,
  answered_at timestamptz,
  answered_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index contact_messages_status on contact_messages (status, created_at desc);

create table newsletter_subscriptions (
  id uuid primary key default gen_random_uuid(),
  email text not null unique,
  token text not null unique,
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'unsubscribed')),
  requested_at timestamptz not null default now(),
  confirmed_at timestamptz,
  unsubscribed_at timestamptz
);

-- ---------------------------------------------------------------------------------------------- catalogue

create table products (
  id uuid primary key default gen_random_uuid(),
  name text not null check (btrim(name) <> ''),
  description text not null default '',
  -- Whole euros a day, in cents (D1).
  price integer not null default 0 check (price >= 0 and price % 100 = 0),
  image_url text references images (url) on update cascade on delete set null,
  image_alt text not null default '',
  features text[] not null default '{}',
  is_active boolean not null default false,
  manual_url text,
  photo_pack_price integer not null default 700 check (photo_pack_price >= 0),
  photo_pack_quantity integer not null default 18 check (photo_pack_quantity >= 1),
  stock integer not null default 1 check (stock between 1 and 500),
  preparation_days_before integer not null default 0 check (preparation_days_before between 0 and 14),
  preparation_days_after integer not null default 0 check (preparation_days_after between 0 and 14),
  security_deposit integer not null default 0 check (security_deposit >= 0),
  minimum_notice_days integer not null default 0 check (minimum_notice_days between 0 and 365),
  furthest_days integer check (furthest_days between 1 and 1825),
  seo_title text,
  seo_description text,
  "order" integer not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (archived_at is null or not is_active)
);
create index products_active on products (created_at desc) where is_active;

create table product_options (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references products (id) on delete cascade,
  parent_option_id uuid,
  name text not null default 'Nouvelle option' check (btrim(name) <> ''),
  description text not null default '',
  price integer not null default 0 check (price >= 0),
  unit text not null default 'unit' check (unit in ('unit', 'day', 'hour', 'km', 'pack')),
  image_url text references images (url) on update cascade on delete set null,
  quantity_step integer not null default 1 check (quantity_step >= 1),
  min_quantity integer not null default 0 check (min_quantity >= 0),
  max_quantity integer,
  "order" integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (max_quantity is null or max_quantity >= min_quantity),
  check (parent_option_id <> id),
  unique (id, product_id),
  -- A sub-option belongs to the product of its option.
  foreign key (parent_option_id, product_id) references product_options (id, product_id) on delete cascade
);
create index product_options_product on product_options (product_id, "order", created_at);
create index product_options_parent on product_options (parent_option_id);

create table product_manuals (
  product_id uuid primary key references products (id) on delete cascade,
  content jsonb not null default '{"sections": []}' check (jsonb_typeof(content -> 'sections') = 'array'),
  updated_at timestamptz not null default now()
);

-- ---------------------------------------------------------------------------------------------- bookings

create table carts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles (id) on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index carts_user on carts (user_id, expires_at desc);
create index carts_expires on carts (expires_at);

create table cart_items (
  id uuid primary key default gen_random_uuid(),
  cart_id uuid not null references carts (id) on delete cascade,
  product_id uuid not null references products (id) on delete cascade,
  dates date[] not null check (cardinality(dates) > 0),
  options jsonb not null default '[]',
  photo_packs integer not null default 0 check (photo_packs >= 0),
  created_at timestamptz not null default now()
);
create index cart_items_cart on cart_items (cart_id);

create table bookings (
  id uuid primary key default gen_random_uuid(),
  -- The number that people say on the phone.
  number bigint generated always as identity (start with 1001) unique,
  user_id uuid not null references profiles (id),
  product_id uuid not null references products (id),
  dates date[] not null check (cardinality(dates) > 0),
  first_day date not null,
  last_day date not null,
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'refused', 'cancelled')),
  payment_status text not null default 'none' check (payment_status in
    ('none', 'awaiting', 'down_payment_paid', 'paid', 'refunded', 'partially_refunded')),
  -- As priced when it was placed (D3): later changes of the catalogue alter no booking.
  product_name text not null,
  daily_price integer not null check (daily_price >= 0),
  options jsonb not null default '{"items": [], "total": 0}' check (jsonb_typeof(options -> 'items') = 'array'),
  photo_packs integer not null default 0 check (photo_packs >= 0),
  photo_pack_price integer not null check (photo_pack_price >= 0),
  photo_pack_quantity integer not null check (photo_pack_quantity >= 1),
  total integer not null check (total >= 0),
  is_delivery boolean not null,
  address jsonb not null,
  -- Round trip, in kilometres; 0 with `distance_to_confirm` when the address could not be placed (D11).
  distance integer not null default 0 check (distance >= 0),
  distance_to_confirm boolean not null default false,
  delivery_fee integer not null default 0 check (delivery_fee >= 0),
  customer_note text,
  internal_note text,
  -- One submission makes one booking, however often it is sent (D9).
  idempotency_key uuid not null,
  terms_version text,
  early_performance_requested_at timestamptz,
  withdrawal_loss_acknowledged_at timestamptz,
  -- Who acted for the customer, when it was not the customer (D19).
  placed_by uuid references profiles (id),
  -- Deadlines are columns, checked by whatever reads them (D12).
  answer_due_at timestamptz not null,
  expires_at timestamptz,
  contract_due_at timestamptz,
  confirmed_at timestamptz,
  is_example boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, idempotency_key),
  constraint bookings_days_in_order check (first_day = dates[1] and last_day = dates[cardinality(dates)] and first_day <= last_day),
  constraint bookings_address_complete check (address ->> 'street' <> '' and address ->> 'zipCode' <> '' and address ->> 'city' <> ''),
  check (is_delivery or delivery_fee = 0)
);
create index bookings_user on bookings (user_id, created_at desc);
create index bookings_product_days on bookings (product_id, first_day, last_day);
create index bookings_status on bookings (status, created_at desc);
create index bookings_upcoming on bookings (first_day) where status = 'confirmed';
create index bookings_waiting on bookings (answer_due_at) where status = 'pending';

create table booking_contracts (
  booking_id uuid primary key references bookings (id),
  content text not null,
  sha256 text,
  created_at timestamptz not null default now()
);

-- What the customer typed in the wizard, so that it survives a reload, another device and the end of the session (D9).
-- Its id is the idempotency key of the order it becomes.
create table booking_drafts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles (id) on delete cascade,
  product_id uuid not null references products (id) on delete cascade,
  street text not null default '',
  zip_code text not null default '',
  city text not null default '',
  instructions text not null default '',
  is_delivery boolean,
  -- When the person typed it: what is sent while typing may arrive after what was sent on leaving the step.
  typed_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  unique (user_id, product_id)
);

-- ---------------------------------------------------------------------------------------------- availability

-- Days that the owner closed (or opened again): the source of blocks (D15). No record means available.
create table available_dates (
  product_id uuid not null references products (id) on delete cascade,
  date date not null,
  is_available boolean not null,
  reason text,
  updated_at timestamptz not null default now(),
  primary key (product_id, date)
);

-- One row for each unit of each product on each day that something occupies (D7). The primary key is what makes
-- two occupants impossible, whatever the code does.
create table occupancy (
  product_id uuid not null references products (id),
  unit integer not null check (unit >= 1),
  day date not null,
  kind text not null check (kind in ('hold', 'booking', 'block')),
  role text not null default 'rental' check (role in ('rental', 'preparation')),
  cart_id uuid references carts (id) on delete cascade,
  booking_id uuid references bookings (id),
  -- A hold ends with its cart: kept here so that one look at the row tells whether it still counts (D8).
  hold_ends_at timestamptz,
  constraint occupancy_one_occupant primary key (product_id, unit, day),
  constraint occupancy_kind_says_who check (
    (kind = 'hold' and cart_id is not null and hold_ends_at is not null and booking_id is null) or
    (kind = 'booking' and booking_id is not null and cart_id is null and hold_ends_at is null) or
    (kind = 'block' and booking_id is null and cart_id is null and hold_ends_at is null))
);
create index occupancy_days on occupancy (product_id, day);
create index occupancy_booking on occupancy (booking_id) where booking_id is not null;
create index occupancy_cart on occupancy (cart_id) where cart_id is not null;
create index occupancy_hold_ends on occupancy (hold_ends_at) where hold_ends_at is not null;

-- ---------------------------------------------------------------------------------------------- settings

create table finance_settings (
  id smallint primary key default 1 check (id = 1),
  -- Cents a kilometre of the round trip, and round trips in kilometres (D11).
  delivery_fee_per_km integer not null default 200 check (delivery_fee_per_km >= 0),
  free_delivery_threshold numeric(7, 1) not null default 10 check (free_delivery_threshold >= 0),
  maximum_delivery_distance integer check (maximum_delivery_distance > 0),
  warehouse_street text not null default '',
  warehouse_zip_code text not null default '',
  warehouse_city text not null default '',
  warehouse_lat double precision,
  warehouse_lng double precision,
  -- 'franchise': art. 293 B; 'included': prices include the rate, in basis points (D6).
  vat_mode text not null default 'included' check (vat_mode in ('franchise', 'included')),
  vat_rate integer not null default 2000 check (vat_rate between 0 and 10000),
  vat_on_debits boolean not null default false,
  -- Percent of the total, and days before the event (D27).
  down_payment_percent integer not null default 30 check (down_payment_percent between 0 and 100),
  balance_days_before integer not null default 7 check (balance_days_before between 0 and 90),
  cancellation_tiers jsonb not null default
    '[{"daysBefore": 30, "refundPercent": 100}, {"daysBefore": 14, "refundPercent": 50}, {"daysBefore": 0, "refundPercent": 0}]',
  withdrawal_days integer not null default 14 check (withdrawal_days between 0 and 60),
  pending_expiry_days integer not null default 7 check (pending_expiry_days between 1 and 60),
  iban text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- ---------------------------------------------------------------------------------------------- events

-- Who did what to which booking (or anything else), when. Nothing is ever changed or removed here.
create table events (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('customer', 'administrator', 'system', 'visitor')),
  actor_id uuid,
  actor_name text not null default '',
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  booking_id uuid references bookings (id),
  details jsonb not null default '{}'
);
create index events_booking on events (booking_id, id) where booking_id is not null;
create index events_subject on events (subject_kind, subject_id, id);
create index events_at on events (at desc);
create index events_actor on events (actor_id, at desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger events_append_only before update or delete on events for each row execute function refuse_change();
create trigger events_no_truncate before truncate on events execute function refuse_change();
create trigger legal_texts_no_truncate before truncate on legal_texts for each statement execute function refuse_change();
create trigger legal_texts_append_only before update or delete on legal_texts for each row execute function refuse_change();

-- ---------------------------------------------------------------------------------------------- updated_at

do $$
declare
  touched text;
begin
  foreach touched in array array[
    'users', 'sessions', 'credentials', 'verifications', 'profiles', 'shared_accounts', 'site_config', 'about_page_content',
    'services_page_content', 'testimonials', 'faq_entries', 'contact_messages', 'products', 'product_options',
    'product_manuals', 'bookings', 'booking_drafts', 'available_dates', 'finance_settings']
  loop
    execute format(
      'create trigger %I before update on %I for each row execute function touch_updated_at()', touched || '_touch', touched);
  end loop;
end $$;
