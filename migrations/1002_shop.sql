-- The site's texts and pictures, the settings of money, what the shop remembers of itself.
set local check_function_bodies = off;

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
  widths integer[] not null,
  placeholder text not null,
  last_modified timestamptz not null default now(),
  created_at timestamptz not null default now(),
  unique (bucket, path)
);

-- A film's picture to wait with is the picture of its row below.
create table films (
  url text primary key,
  bucket text not null,
  path text not null,
  mimetype text not null check (mimetype in ('video/mp4', 'video/webm')),
  size integer not null check (size > 0),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  seconds double precision check (seconds > 0::double precision),
  created_at timestamptz not null default now()
);

create table site_config (
  id smallint primary key default 1 check (id = 1),
  hero_title text,
  hero_description text,
  hero_image_url text references images(url) on update cascade on delete set null,
  hero_image_alt text not null default '',
  company_name text not null default 'Guinguette',
  company_logo_url text references images(url) on update cascade on delete set null,
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
  rating_label text not null default '' check (length(rating_label) <= 60),
  legal_form text,
  share_capital text,
  vat_number text,
  publication_director text,
  mediator_name text,
  mediator_url text,
  insurance text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  phone_help text not null default '' check (length(phone_help) <= 80),
  setup_time text not null default '' check (length(setup_time) <= 60),
  accessibility_percent smallint not null default 85,
  example_claims text[] not null default '{}',
  accessibility_audited_on date,
  accessibility_audited_by text,
  opens_at text check (opens_at ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  closes_at text check (closes_at ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  confirmed_steps text[] not null default '{}' check (confirmed_steps <@ array['days', 'vat']),
  constraint site_config_accessibility_percent_check check (accessibility_percent >= 0 and accessibility_percent <= 100)
);

create table about_page_content (
  id smallint primary key default 1 check (id = 1),
  title text not null,
  content text not null,
  image_url text references images(url) on update cascade on delete set null,
  updated_at timestamptz not null default now(),
  cloud_without text not null default ''
);

create table services_page_content (
  id smallint primary key default 1 check (id = 1),
  title text not null,
  content text not null,
  updated_at timestamptz not null default now()
);

create table services_page_images (
  id uuid primary key default gen_random_uuid(),
  image_url text not null references images(url) on update cascade on delete cascade,
  caption text not null default '',
  "order" integer not null check ("order" >= 0),
  created_at timestamptz not null default now(),
  image_alt text not null default '',
  updated_at timestamptz not null default now()
);
create index services_page_images_order on services_page_images ("order");

create table testimonials (
  id uuid primary key default gen_random_uuid(),
  author text not null,
  rating smallint not null default 5 check (rating >= 1 and rating <= 5),
  day date not null,
  text text not null,
  image_url text references images(url) on update cascade on delete set null,
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
  page text not null,
  version integer not null check (version > 0),
  title text not null,
  content text not null,
  published_at timestamptz not null default now(),
  created_by uuid,
  facts jsonb,
  filled text,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  unique (page, version),
  constraint legal_texts_page_check check (page in ('terms', 'privacy', 'cookies', 'cgv', 'mentions-legales',
    'rgpd', 'accessibility', 'data-protection')),
  constraint legal_texts_frozen_whole check (((filled is null) = (sha256 is null)) and (filled is null
    or facts is not null))
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
  updated_at timestamptz not null default now(),
  event_day date,
  place text not null default '',
  event_kind text not null default '',
  guests integer check (guests >= 1 and guests <= 100000)
);
create index contact_messages_status on contact_messages (status, created_at desc);
create index contact_messages_found_by on contact_messages
  using gin (without_accents(((((((((name || ' ') || email) || ' ') || coalesce(phone,
    '')) || ' ') || message) || ' ') || coalesce(answer, ''))) gin_trgm_ops);
create index contact_messages_by_name on contact_messages (status, without_accents(name), id);

create table newsletter_subscriptions (
  id uuid primary key default gen_random_uuid(),
  email text not null unique,
  token text not null unique,
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'unsubscribed')),
  requested_at timestamptz not null default now(),
  confirmed_at timestamptz,
  unsubscribed_at timestamptz
);
create index newsletter_found_by on newsletter_subscriptions using gin (without_accents(email) gin_trgm_ops);
create index newsletter_newest on newsletter_subscriptions (status, requested_at desc, id);
create index newsletter_confirmed on newsletter_subscriptions (status, confirmed_at, id);
create index newsletter_left on newsletter_subscriptions (unsubscribed_at, id) where status = 'unsubscribed';

create table finance_settings (
  id smallint primary key default 1 check (id = 1),
  delivery_fee_per_km integer not null default 200 check (delivery_fee_per_km >= 0),
  free_delivery_threshold numeric(7,1) not null default 10 check (free_delivery_threshold >= 0::numeric),
  maximum_delivery_distance integer check (maximum_delivery_distance > 0),
  warehouse_street text not null default '',
  warehouse_zip_code text not null default '',
  warehouse_city text not null default '',
  warehouse_lat double precision,
  warehouse_lng double precision,
  vat_mode text not null default 'included' check (vat_mode in ('franchise', 'included')),
  vat_rate integer not null default 2000 check (vat_rate >= 0 and vat_rate <= 10000),
  vat_on_debits boolean not null default false,
  down_payment_percent integer not null default 30,
  balance_days_before integer not null default 7 check (balance_days_before >= 0 and balance_days_before <= 90),
  cancellation_tiers jsonb not null default '[{"daysBefore": 30, "refundPercent": 100}, {"daysBefore": 14,
    "refundPercent": 50}, {"daysBefore": 0, "refundPercent": 0}]',
  withdrawal_days integer not null default 14 check (withdrawal_days >= 0 and withdrawal_days <= 60),
  pending_expiry_days integer not null default 7 check (pending_expiry_days >= 1 and pending_expiry_days <= 60),
  iban text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  warehouse_place text,
  warehouse_precision text check (warehouse_precision in ('exact', 'street', 'commune')),
  bic text,
  delivers_to_corsica boolean not null default false,
  rental_day_starts_at smallint not null default 12,
  delivery_from clock_time not null default '14:00',
  delivery_to clock_time not null default '16:00',
  collection_from clock_time not null default '09:00',
  collection_to clock_time not null default '11:00',
  max_security_deposit cents not null default 150000,
  quote_validity_days smallint not null default 30 check (quote_validity_days >= 1 and quote_validity_days <= 180),
  quote_reminder_days smallint not null default 3 check (quote_reminder_days >= 0 and quote_reminder_days <= 60),
  quote_second_reminder_days smallint not null default 10,
  quote_last_reminder_days smallint not null default 1,
  down_payment_invoice_days smallint not null default 8,
  constraint finance_settings_down_payment_percent_check check (down_payment_percent >= 0
    and down_payment_percent <= 100),
  constraint finance_settings_withdrawal_days_lawful check (withdrawal_days = 0 or withdrawal_days >= 14),
  constraint finance_settings_rental_day_starts_at_check check (rental_day_starts_at >= 0
    and rental_day_starts_at <= 23),
  constraint finance_settings_delivery_window check (delivery_from::text <= delivery_to::text),
  constraint finance_settings_collection_window check (collection_from::text <= collection_to::text),
  constraint finance_settings_quote_second_reminder_days_check check (quote_second_reminder_days >= 0
    and quote_second_reminder_days <= 60),
  constraint finance_settings_quote_last_reminder_days_check check (quote_last_reminder_days >= 0
    and quote_last_reminder_days <= 7),
  constraint finance_settings_down_payment_invoice_days_check check (down_payment_invoice_days >= 1
    and down_payment_invoice_days <= 60)
);

-- The legal rate of interest of a half-year, as the owner notes it from the Journal officiel (art. L313-2 of the
-- monetary and financial code): needed as soon as it is published, not with the next version of the program.
create table legal_rates (
  since date primary key,
  basis_points integer not null check (basis_points >= 0 and basis_points <= 5000),
  noted_at timestamptz not null,
  noted_by uuid not null references profiles,
  constraint legal_rates_since_check check ((extract(day from since) = 1::numeric)
    and (extract(month from since) = any (array[1::numeric, 7::numeric])))
);

-- How often each public page was opened on a day, by visitors who accept to be counted (D23). Nothing tells who they
-- were.
create table page_views (
  day date not null,
  page text not null check (page ~ '^/[a-z0-9/-]{0,99}$'),
  views integer not null check (views > 0),
  primary key (day, page)
);

-- The certificates that the company's seal is made with (D26, decision 20): the first is made by whoever seals first,
-- and a later one takes its place before it ends. All stay, so that anybody can tell later whose seal a document
-- bears.
create table signing_certificates (
  id uuid primary key default gen_random_uuid(),
  certificate text not null,
  private_key text not null,
  ends_at timestamptz not null,
  created_at timestamptz not null default now()
);

-- Which secret and which storage belong to this database (decision 69). One row, written by the first process that
-- starts.
create table installation (
  only_row boolean primary key default true check (only_row),
  secret_mark text not null,
  storage_mark uuid not null
);

-- What retention erased: how many rows of what, when. For the owner's page; it names nobody.
create table retention_runs (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
  rows integer not null check (rows > 0)
);
create index retention_runs_at on retention_runs (at desc);

create function refuse_change_but_facts()
returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and to_jsonb(old) - array['facts', 'filled', 'sha256'] = to_jsonb(new) - array['facts', 'filled', 'sha256']
    and (old.facts is null or old.facts = new.facts)
    and (old.filled is null or (old.filled = new.filled and old.sha256 = new.sha256))
    and (old.facts is null or old.filled is null) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create function rental_hour() returns integer language sql stable parallel safe
return (select coalesce(max(rental_day_starts_at), 0)::integer from finance_settings);

create trigger about_page_content_touch before update on about_page_content
  for each row execute function touch_edited_row();
create trigger contact_messages_touch before update on contact_messages
  for each row execute function touch_updated_at();
create trigger faq_entries_touch before update on faq_entries for each row execute function touch_edited_row();
create trigger finance_settings_touch before update on finance_settings
  for each row execute function touch_updated_at();
create trigger legal_texts_no_truncate before truncate on legal_texts
  for each statement execute function refuse_change();
create trigger legal_texts_append_only before delete or update on legal_texts
  for each row execute function refuse_change_but_facts();
create trigger retention_runs_append_only before delete or update on retention_runs
  for each row execute function refuse_change();
create trigger retention_runs_no_truncate before truncate on retention_runs
  for each statement execute function refuse_change();
create trigger services_page_content_touch before update on services_page_content
  for each row execute function touch_updated_at();
create trigger services_page_images_touch before update on services_page_images
  for each row execute function touch_edited_row();
create trigger signing_certificates_kept before delete or update on signing_certificates
  for each row execute function refuse_change();
create trigger signing_certificates_no_truncate before truncate on signing_certificates
  for each statement execute function refuse_change();
create trigger site_config_touch before update on site_config for each row execute function touch_edited_row();
create trigger testimonials_touch before update on testimonials for each row execute function touch_edited_row();

insert into finance_settings (id) values (1);
