-- Carts, bookings and their rentals, contracts, the day of the event.
set local check_function_bodies = off;

-- The same sum (0014), whose plan a connection keeps: a function in SQL is planned for each statement that checks by
-- it.
create function price_lines_total(price jsonb)
returns bigint language plpgsql immutable parallel safe strict as $$
begin
  return (select coalesce(sum((line ->> 'amount')::bigint), 0) from jsonb_array_elements(price -> 'lines') line);
end $$;

-- What the customer typed in the wizard, so that it survives a reload, another device and the end of the session (D9).
-- Its id is the idempotency key of the order it becomes.
create table booking_drafts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles on delete cascade,
  product_id uuid references products on delete cascade,
  street text not null default '',
  zip_code text not null default '',
  city text not null default '',
  instructions text not null default '',
  is_delivery boolean,
  typed_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  place_name text not null default '',
  constraint booking_drafts_one_for_each unique nulls not distinct (user_id, product_id)
);

create table bookings (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity (start with 1001) unique,
  user_id uuid not null references profiles,
  product_id uuid not null references products,
  dates date[] not null,
  first_day date not null,
  last_day date not null,
  status text not null default 'pending',
  payment_status payment_status not null default 'none',
  product_name text not null,
  options booked_options not null default '{"items": [], "total": 0}',
  total cents not null,
  is_delivery boolean not null,
  address complete_address not null,
  distance whole_number not null default 0,
  distance_to_confirm boolean not null default false,
  delivery_fee cents not null default 0,
  customer_note text,
  internal_note text,
  idempotency_key uuid not null,
  terms_version text,
  early_performance_requested_at timestamptz,
  withdrawal_loss_acknowledged_at timestamptz,
  placed_by uuid references profiles,
  answer_due_at timestamptz not null,
  expires_at timestamptz,
  contract_due_at timestamptz,
  confirmed_at timestamptz,
  is_example boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  price_lines price_lines not null,
  requested_at timestamptz not null,
  agreement jsonb,
  address_precision address_precision,
  address_centre text,
  is_demonstration boolean not null default false,
  order_part smallint not null default 1 check (order_part >= 1),
  returns_on date not null,
  is_instant boolean not null default false,
  company jsonb check (company is null or jsonb_typeof(company) = 'object'),
  constraint bookings_user_id_idempotency_key_key unique (user_id, idempotency_key, order_part),
  constraint bookings_check check (is_delivery or delivery_fee = 0),
  constraint bookings_total_is_the_sum_of_its_lines check (total = price_lines_total(price_lines::jsonb)),
  constraint bookings_agreed_when_confirmed check (
case
    when (status = 'confirmed') then coalesce((jsonb_typeof((agreement -> 'version')) = 'number'), false)
    when (status in ('pending', 'refused')) then (agreement is null)
    else (status = 'cancelled')
end),
  constraint bookings_days_in_order check (cardinality(dates) > 0 and (first_day = dates[1])
    and (last_day = dates[cardinality(dates)]) and first_day <= last_day),
  constraint bookings_returned_after_last_day check (returns_on >= last_day)
);
create index bookings_product_days on bookings (product_id, first_day, last_day);
create index bookings_status on bookings (status, created_at desc);
create index bookings_contracts on bookings (contract_due_at, first_day) where status = 'confirmed';
create index bookings_deposit on bookings
  (first_day) where status = 'confirmed' and (not is_example) and (((agreement ->> 'securityDeposit'))::integer > 0);
create index bookings_open on bookings (user_id) where status in ('pending', 'confirmed');
create index bookings_by_day on bookings (first_day, number) include (last_day, id);
create index bookings_expiring on bookings (expires_at) include (id) where status = 'pending';
create index bookings_unsigned on bookings
  (contract_due_at) include (id) where status = 'confirmed' and contract_due_at is not null;
create index bookings_user on bookings (user_id, created_at desc) include (number);
create index bookings_by_age on bookings (created_at, number) include (product_id, placed_by);
create index bookings_waiting on bookings
  (created_at, number) include (id, answer_due_at, expires_at) where status = 'pending';
create index bookings_by_total on bookings (total, number);
create index bookings_demonstrations on bookings (id) where is_demonstration;
create index bookings_upcoming on bookings
  (first_day, number) include (id, total, is_demonstration) where status = 'confirmed';
create index bookings_out on bookings (returns_on, first_day) where status = 'confirmed';
create index bookings_swept on bookings (returns_on) include (id) where status = 'confirmed' and (not is_example);
create index bookings_contract_list on bookings
  (returns_on) include (id, number, user_id, product_name, dates, total, first_day,
    contract_due_at) where status = 'confirmed';
create index bookings_taking_place on bookings
  using gist (daterange(first_day, returns_on, '[]')) where status = 'confirmed';

-- A booking is one event with one or more rentals (decision D60). Each booking becomes one rental; its name, days and
-- first product stay with it, for lists and exports.
create table rentals (
  booking_id uuid not null references bookings on delete cascade,
  position smallint not null check ("position" >= 1),
  product_id uuid not null references products,
  product_name text not null,
  dates date[] not null check (cardinality(dates) > 0),
  during tstzmultirange not null check (not isempty(during)),
  daily_price cents not null,
  options booked_options not null default '{"items": [], "total": 0}',
  photo_packs whole_number not null default 0,
  photo_pack_price cents not null,
  photo_pack_quantity positive_number not null,
  windows jsonb,
  plan jsonb check (jsonb_typeof(plan) = 'object'),
  parts jsonb not null default '[]' check (jsonb_typeof(parts) = 'array'),
  primary key (booking_id, "position")
);
create index rentals_product on rentals (product_id, booking_id);
create index rentals_with_parts on rentals (booking_id) where parts <> '[]'::jsonb;

-- One row for each booking: what it is found by (number, name, mail, town) and the name it is sorted by. It stands
-- apart so that a client who changes name does not count as a change of their bookings.
create table booking_search (
  booking_id uuid primary key references bookings on delete cascade,
  client text not null,
  words text not null
);
create index booking_search_words on booking_search using gin (words gin_trgm_ops);
create index booking_search_client on booking_search (client collate "C", booking_id);

-- What administrators write down about a booking for themselves. Never shown to a customer, and apart from the events,
-- which are never erased: a note may hold what a person asks to be forgotten (D31).
create table booking_notes (
  id uuid primary key,
  booking_id uuid not null references bookings on delete cascade,
  author_id uuid references profiles,
  author_name text not null,
  body text not null check (body <> ''),
  created_at timestamptz not null default now()
);
create index booking_notes_booking on booking_notes (booking_id, created_at);

-- The text that contracts are made from (D26). Versions are never changed: a contract can always be compared with the
-- template it came from.
create table contract_templates (
  id uuid primary key default gen_random_uuid(),
  version integer not null unique check (version > 0),
  title text not null check (btrim(title) <> ''),
  content text not null check (btrim(content) <> ''),
  published_at timestamptz not null default now(),
  created_by uuid
);

create table contracts (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings,
  version integer not null check (version > 0),
  template_version integer references contract_templates(version),
  content text,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  price_lines jsonb not null,
  total integer not null check (total >= 0),
  agreement jsonb not null,
  status text not null default 'prepared',
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  signed_at timestamptz,
  booked jsonb,
  due_at timestamptz,
  reminded_at timestamptz,
  pdf_key text,
  pdf_sha256 text check (pdf_sha256 ~ '^[0-9a-f]{64}$'),
  sealed_key text,
  sealed_sha256 text check (sealed_sha256 ~ '^[0-9a-f]{64}$'),
  signed_how text check (signed_how in ('link', 'code', 'paper', 'on-site', 'notice')),
  client_type text check (client_type in ('individual', 'business')),
  unique (booking_id, version),
  constraint contracts_hash_is_of_the_text check (content is null
    or (sha256 = encode(sha256(convert_to(content, 'UTF8'::name)), 'hex'))),
  constraint contracts_total_is_the_sum_of_its_lines check (coalesce((total = price_lines_total(price_lines)), false)),
  constraint contracts_status_check check (status in ('prepared', 'sent', 'signed', 'replaced', 'lapsed', 'void')),
  constraint contracts_pdf_with_its_hash check (pdf_key is null or pdf_sha256 is not null),
  constraint contracts_sealed_with_its_hash check (sealed_key is null or sealed_sha256 is not null),
  constraint contracts_due_once_sent check (due_at is null or sent_at is not null),
  constraint contracts_sent_and_signed_when check ((status <> 'prepared' or sent_at is null)
    and (status <> 'sent' or sent_at is not null) and
case
    when (signed_at is null) then (status <> 'signed')
    else (status in ('signed', 'void'))
end)
);
create unique index contracts_waiting on contracts (booking_id) where status in ('prepared', 'sent');
create index contracts_due on contracts (due_at) where status = 'sent' and due_at is not null;
create index contracts_signed on contracts (booking_id, version desc) include (id, signed_at) where status = 'signed';
create index contracts_unsealed on contracts
  (signed_at) include (booking_id) where status = 'signed' and sealed_sha256 is null
    and (signed_how is distinct from 'notice');

-- What happened to a version, for a court: facts, ids and hashes, for good (D26, D52).
create table contract_evidence (
  id bigint generated always as identity primary key,
  contract_id uuid not null references contracts,
  at timestamptz not null,
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object')
);
create index contract_evidence_contract on contract_evidence (contract_id, id);

-- Who, from where, by what, and the signature itself: {name, email, address, userAgent, signature …}. Of a signed
-- contract it is kept whole for ten years; of what was never signed retention may erase it (D52). Null is what was
-- erased.
create table contract_evidence_details (
  evidence_id bigint primary key references contract_evidence,
  personal jsonb default '{}' check (jsonb_typeof(personal) = 'object')
);

-- A capability for one booking and one purpose (D56): opened as often as one likes until it ends, and what it is for is
-- done once; from then on it reads.
create table booking_links (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings,
  purpose text not null check (purpose in ('read', 'sign', 'pay', 'deposit', 'insurance')),
  digest text not null unique,
  made_at timestamptz not null,
  ends_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  constraint booking_links_check check (ends_at > made_at)
);
create index booking_links_booking on booking_links (booking_id);
create index booking_links_ends on booking_links (ends_at);

-- Six figures, mailed to the account that asks to sign a version: the last one that was asked for.
create table signing_codes (
  contract_id uuid primary key references contracts,
  account_id uuid not null references profiles,
  digest text not null,
  attempts integer not null default 0,
  made_at timestamptz not null,
  ends_at timestamptz not null,
  proved_at timestamptz
);
create index signing_codes_ends on signing_codes (ends_at);

-- Why and how a booking ended, and what it kept (D53, D43). One counts at a time: what is taken back is kept, undone.
create table booking_ends (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings,
  kind text not null,
  at timestamptz not null,
  by uuid references profiles,
  share_percent smallint check (share_percent >= 0 and share_percent <= 100),
  kept integer not null default 0 check (kept >= 0),
  refund integer not null default 0 check (refund >= 0),
  indemnity integer not null default 0 check (indemnity >= 0),
  force_majeure boolean not null default false,
  reason text,
  undone_at timestamptz,
  noticed_on date,
  constraint booking_ends_kind_check check (kind in ('cancelled_by_customer', 'cancelled_by_company', 'withdrawn',
    'unsigned', 'refused', 'expired', 'no_show', 'unpaid'))
);
create unique index booking_ends_that_counts on booking_ends (booking_id) where undone_at is null;
create index booking_ends_booking on booking_ends (booking_id, at);
create index booking_ends_by_age on booking_ends (at) where undone_at is null;

-- The customer asks for other days; the owner answers, and changes the booking if it is to be changed.
create table date_change_requests (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings,
  dates date[] not null check (cardinality(dates) > 0),
  note text,
  asked_at timestamptz not null,
  asked_by uuid references profiles,
  status text not null default 'open' check (status in ('open', 'accepted', 'refused', 'withdrawn')),
  answered_at timestamptz,
  answered_by uuid references profiles,
  answer text,
  rental smallint check (rental >= 1),
  constraint date_change_requests_check check ((status = 'open') = (answered_at is null))
);
create unique index date_change_requests_open on date_change_requests (booking_id) where status = 'open';
create index date_change_requests_booking on date_change_requests (booking_id, asked_at);
create index date_change_requests_waiting on date_change_requests (asked_at) where status = 'open';

-- A notice goes once for each thing that it is about: the day before a first day, a request that waits since then.
-- `about` is that thing: a day, or an instant as its ISO text.
create table booking_notices (
  booking_id uuid not null references bookings,
  kind text not null check (kind in ('waiting', 'day-before', 'thanks', 'payment', 'deposit', 'insurance')),
  about text not null,
  at timestamptz not null,
  primary key (booking_id, kind, about)
);

create table booking_hours (
  booking_id uuid primary key references bookings on delete cascade,
  out_from clock_time,
  out_to clock_time,
  back_from clock_time,
  back_to clock_time,
  set_at timestamptz not null,
  constraint booking_hours_check check (((out_from is null) = (out_to is null)) and (out_from::text <= out_to::text)),
  constraint booking_hours_check1 check (((back_from is null) = (back_to is null))
    and (back_from::text <= back_to::text))
);

-- When the event begins, on the first day of the booking, as its customer says (D61).
create table event_starts (
  booking_id uuid primary key references bookings on delete cascade,
  starts_at clock_time not null,
  told_at timestamptz not null
);

-- The order in which the owner drives a day. It is of that day: a booking that moves to another day has no place there.
create table route_stops (
  day date not null,
  booking_id uuid not null references bookings on delete cascade,
  leg text not null check (leg in ('out', 'back')),
  position integer not null check ("position" >= 0),
  primary key (day, booking_id, leg)
);
create index route_stops_booking on route_stops (booking_id);

-- When a stop of a day was left for, reached and done (decision 116).
create table stop_times (
  booking_id uuid not null references bookings on delete cascade,
  day date not null,
  leg text not null check (leg in ('out', 'back')),
  left_at timestamptz,
  arrives_at timestamptz,
  arrived_at timestamptz,
  done_at timestamptz,
  freed jsonb not null default '[]',
  primary key (booking_id, day, leg),
  constraint stop_times_begun check (coalesce(left_at, arrived_at, done_at) is not null),
  constraint stop_times_in_order check (left_at <= arrived_at and left_at <= done_at and arrived_at <= done_at),
  constraint stop_times_arrival_after_departure check (arrives_at is null or arrives_at > left_at)
);
create index stop_times_day on stop_times (day);

-- Boxes ticked on a day's loading list.
create table loaded_items (
  day date not null,
  booking_id uuid not null references bookings on delete cascade,
  item text not null check (length(item) >= 1 and length(item) <= 100),
  primary key (day, booking_id, item)
);
create index loaded_items_booking on loaded_items (booking_id);

-- What the customer says of the place. It names somebody, and goes with the addresses (retention).
create table venue_checklists (
  booking_id uuid primary key references bookings on delete cascade,
  power_near boolean not null,
  floor_fits boolean not null,
  access text not null,
  stairs text not null,
  contact_name text not null,
  contact_phone text not null,
  filled_at timestamptz not null
);

-- Who does what and when for a booking (D72): a planned shift gets a row once somebody is given it.
create table shifts (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings on delete cascade,
  kind text not null check (kind in ('delivery', 'installation', 'host', 'collection')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  person_id uuid not null references profiles on delete cascade,
  answer text check (answer in ('accepted', 'declined')),
  answered_at timestamptz,
  token_digest text not null unique,
  created_at timestamptz not null default now(),
  constraint shifts_check check (starts_at < ends_at)
);
create index shifts_by_booking on shifts (booking_id);
create index shifts_by_person on shifts (person_id, starts_at);

-- What the equipment was like when it left and when it came back (decision 40): noted on the spot, signed by both,
-- never changed. A correction is another report.
create table condition_reports (
  id uuid primary key,
  booking_id uuid not null references bookings,
  leg text not null check (leg in ('out', 'back')),
  damaged boolean not null,
  remarks text not null,
  client_name text not null,
  client_signature jsonb not null,
  company_name text not null,
  company_signature jsonb not null,
  recorded_at timestamptz not null,
  recorded_by uuid references profiles,
  pdf_key text,
  pdf_sha256 text check (pdf_sha256 ~ '^[0-9a-f]{64}$'),
  machines jsonb not null default '[]',
  constraint condition_reports_check check ((pdf_key is null) = (pdf_sha256 is null))
);
create index condition_reports_booking on condition_reports (booking_id, leg, recorded_at);

create table condition_report_photos (
  report_id uuid not null references condition_reports,
  position smallint not null check ("position" >= 0),
  file_key text not null,
  width integer not null,
  height integer not null,
  rental smallint,
  primary key (report_id, "position")
);

create table insurance_certificates (
  booking_id uuid primary key references bookings on delete cascade,
  asked boolean,
  file_key text unique,
  content_type text check (content_type in ('application/pdf', 'image/jpeg')),
  size integer check (size > 0),
  handed_in_at timestamptz,
  erased_at timestamptz,
  constraint insurance_certificates_check check (num_nonnulls(file_key, content_type, size) in (0, 3)),
  constraint insurance_certificates_check1 check (file_key is null or (handed_in_at is not null and erased_at is null)),
  constraint insurance_certificates_check2 check (erased_at is null or handed_in_at is not null)
);
create index insurance_certificates_kept on insurance_certificates (booking_id) where file_key is not null;

-- A price that a visitor sends or shows: nothing is booked nor kept, and it is honoured for seven days (D66).
create table shown_prices (
  id uuid primary key default gen_random_uuid(),
  digest text not null unique,
  rows jsonb not null check (jsonb_typeof(rows) = 'array' and jsonb_array_length(rows) > 0),
  delivery jsonb,
  first_name text not null default '',
  email text not null default '',
  user_id uuid references profiles on delete cascade,
  made_at timestamptz not null,
  honoured_until timestamptz not null,
  constraint shown_prices_check check (honoured_until > made_at)
);
create index shown_prices_made on shown_prices (made_at);

create table carts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  extended smallint not null default 0 check (extended >= 0 and extended <= 2),
  shown_price_id uuid references shown_prices on delete set null
);
create index carts_user on carts (user_id, expires_at desc);
create index carts_expires on carts (expires_at);

create table cart_items (
  id uuid primary key default gen_random_uuid(),
  cart_id uuid not null references carts on delete cascade,
  product_id uuid not null references products on delete cascade,
  dates date[] not null check (cardinality(dates) > 0),
  options jsonb not null default '[]',
  photo_packs integer not null default 0 check (photo_packs >= 0),
  created_at timestamptz not null default now(),
  plan_id uuid,
  start_time text,
  extra_hours smallint not null default 0
);
create index cart_items_cart on cart_items (cart_id);

-- Beside the message or the person whose booking is unfinished; only a call has its words here.
create table leads (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('message', 'price', 'booking', 'call')),
  message_id uuid unique references contact_messages on delete cascade,
  user_id uuid references profiles on delete cascade,
  name text not null default '',
  email text not null default '',
  phone text not null default '',
  state text not null default 'new' check (state in ('new', 'open', 'won', 'lost')),
  lost_reason text not null default '',
  heard_from text not null default '',
  campaign text not null default '',
  next_step text not null default '',
  next_step_on date,
  note text not null default '',
  booking_id uuid references bookings on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  shown_price_id uuid unique references shown_prices on delete cascade,
  constraint leads_check check (lost_reason = '' or state = 'lost'),
  constraint leads_stand_for_one_thing check (num_nonnulls(message_id, user_id, shown_price_id) <= 1 and
case kind
    when 'message' then (message_id is not null)
    when 'booking' then (user_id is not null)
    when 'price' then (shown_price_id is not null)
    else (name <> '' and num_nonnulls(message_id, user_id, shown_price_id) = 0)
end)
);
create unique index leads_one_open_per_person on leads (user_id) where kind = 'booking' and (state in ('new', 'open'));
create index leads_newest on leads (state, created_at);
create index leads_next_steps on leads (next_step_on) where state in ('new', 'open');

-- A booking has one code. Uses are counted under the code's lock.
create table promo_code_uses (
  booking_id uuid primary key references bookings on delete cascade,
  code_id uuid not null references promo_codes
);
create index promo_code_uses_code on promo_code_uses (code_id);

-- A row for each mail of a letter: two for one subscription cannot be. Whose it was goes with the subscription, and
-- what became of it stays, for the counts, when the mail itself is forgotten.
create table product_letter_mails (
  mail_id uuid primary key,
  letter_id uuid not null references product_letters on delete cascade,
  subscription_id uuid references newsletter_subscriptions on delete set null,
  state text not null default 'waiting',
  unique (letter_id, subscription_id)
);
create index product_letter_mails_subscription on product_letter_mails (subscription_id);

-- Which administrators have a booking or a form open, in any process (decision 72). For seconds, so it survives no
-- crash and goes into no backup.
create unlogged table presences (
  tab text not null check (length(tab) = 32),
  place text not null check (length(place) >= 1 and length(place) <= 200),
  person uuid not null,
  seen_at timestamptz not null default now(),
  primary key (tab, place)
);
create index presences_place on presences (place);

alter table unit_incidents add foreign key (report_id) references condition_reports on delete set null;
alter table occupancy add constraint occupancy_cart_id_fkey1 foreign key (cart_id) references carts on delete cascade;
alter table occupancy add constraint occupancy_cart_item_id_fkey1 foreign key (cart_item_id)
  references cart_items on delete cascade;
alter table occupancy add constraint occupancy_booking_id_fkey1 foreign key (booking_id) references bookings;

-- Each product that a rental takes: its own, the parts of its bundle, and its accessories.
create view rented_products as
  select booking_id, position, product_id from rentals
  union all
  select booking_id, position, (part ->> 'productId')::uuid
  from rentals cross join lateral jsonb_array_elements(parts) part where parts <> '[]';

-- By an index on either side: one condition over both tables read all bookings for each that changed.
create function index_bookings(of_booking uuid, of_client uuid)
returns void language sql as $$
  insert into booking_search (booking_id, client, words)
  select booking.id, without_accents(client.name),
    booking_words(booking.number, booking.product_name, booking.address, client.name, client.email)
  from (
    select id from bookings where id = of_booking
    union
    select id from bookings where user_id = of_client
  ) wanted
    join bookings booking on booking.id = wanted.id
    join profiles client on client.id = booking.user_id
  on conflict (booking_id) do update set client = excluded.client, words = excluded.words
$$;

create function index_booking()
returns trigger language plpgsql as $$
begin
  perform index_bookings(new.id, null);
  return null;
end $$;

-- What is inserted is in the transition table as a whole: reading it again from bookings let a statement of many rows
-- be planned as a scan of them all, as often as there are statements.
create function index_new_bookings()
returns trigger language plpgsql as $$
begin
  insert into booking_search (booking_id, client, words)
  select added.id, without_accents(client.name),
    booking_words(added.number, added.product_name, added.address, client.name, client.email)
  from added join profiles client on client.id = added.user_id;
  return null;
end $$;

-- As before (0034); while nobody has signed, the deadline and what it is counted from may be noted anew.
create function keep_contract()
returns trigger language plpgsql as $$
declare
  noted constant text[] := array['signed_at', 'pdf_key', 'pdf_sha256', 'sealed_key', 'sealed_sha256', 'signed_how'];
  timed constant text[] := array['sent_at', 'due_at', 'reminded_at'];
  erased constant text[] := array['content', 'booked', 'pdf_key', 'sealed_key'];
  before jsonb := to_jsonb(old);
  after jsonb;
begin
  if tg_op = 'UPDATE' then
    after := to_jsonb(new);
    if before - erased - 'price_lines' = after - erased - 'price_lines'
      and (select bool_and(after -> name = 'null' or after -> name = before -> name) from unnest(erased) name)
      and new.price_lines in (old.price_lines, without_reasons(old.price_lines))
      and old.status not in ('prepared', 'sent') and (old.signed_at is null or old.signed_at < now() - interval '10 years')
    then
      return new;
    end if;
    if before - noted - timed - 'status' = after - noted - timed - 'status'
      and (select bool_and(before -> name = 'null' or before -> name = after -> name) from unnest(noted) name)
      and (old.status in ('prepared', 'sent') and new.status = 'sent'
        or (select bool_and(before -> name = 'null' or before -> name = after -> name) from unnest(timed) name))
      and (old.status = new.status or (old.status, new.status) in (('prepared', 'sent'), ('prepared', 'signed'),
        ('prepared', 'replaced'), ('prepared', 'void'), ('sent', 'signed'), ('sent', 'replaced'), ('sent', 'lapsed'),
        ('sent', 'void'))
        or (old.status, new.status) = ('signed', 'void')
          and exists (select from bookings where id = new.booking_id and status = 'pending'))
    then
      return new;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create function keep_evidence()
returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.evidence_id = old.evidence_id and new.personal is null and exists (
    select from contract_evidence join contracts on contracts.id = contract_id
    where contract_evidence.id = old.evidence_id and status not in ('prepared', 'sent')
      and (signed_at is null or signed_at < now() - interval '10 years'))
  then
    return new;
  end if;
  raise exception '% can only be erased', tg_table_name using errcode = 'restrict_violation';
end $$;

-- The version that a booking's parties are held to: the last one signed, else the one that waits (D59). Null: none.
create function contract_in_force(booking uuid)
returns uuid language sql stable as $$
  select id from contracts where booking_id = booking and status in ('signed', 'sent', 'prepared')
  order by status = 'signed' desc, version desc limit 1
$$;

-- Whatever a statement says of it.
create function derive_payment_status()
returns trigger language plpgsql as $$
begin
  new.payment_status := case tg_op when 'INSERT' then 'none' else payment_status_of(new.id, new.status) end;
  return new;
end $$;

-- As before (0019); what is kept of the same bookings with it.
create function settle_bookings(ids uuid[])
returns void language plpgsql set plan_cache_mode to 'force_generic_plan' as $$
begin
  perform 1 from bookings where id = any(ids) order by id for no key update;
  update bookings booking set payment_status = payment_status_of(id, status)
  where id = any(ids) and payment_status <> payment_status_of(id, status);
  perform keep_open_matters(ids);
end $$;

-- A contract that was sent once the event had begun has a time to sign, and ends nothing when that is over: its booking
-- takes place. The deadline by which a booking ends is one before its first day (decision 36).
create function settle_contracts()
returns trigger language plpgsql as $$
declare
  ids uuid[] := array(select distinct booking_id from changed);
begin
  perform settle_bookings(ids);
  update bookings booking set contract_due_at = due
  from (select id, (select due_at from contracts where booking_id = of.id and contracts.status = 'sent'
        and due_at <= of.first_day::timestamp at time zone 'Europe/Paris'
        and not exists (select from contracts signed where signed.booking_id = of.id and signed.status = 'signed')) as due
    from bookings of where id = any(ids)) waiting
  where booking.id = waiting.id and contract_due_at is distinct from due;
  return null;
end $$;

create function keep_end()
returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - array['reason', 'undone_at'] = to_jsonb(new) - array['reason', 'undone_at']
    and (new.reason is null or new.reason is not distinct from old.reason)
    and (old.undone_at is null or new.undone_at is not distinct from old.undone_at)
  then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- A report stays as it is; its document is noted once. After ten years it may go (article L213-1).
create function keep_condition_report()
returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.pdf_key is null
    and to_jsonb(old) - array['pdf_key', 'pdf_sha256'] = to_jsonb(new) - array['pdf_key', 'pdf_sha256']
  then
    return new;
  end if;
  if tg_op = 'DELETE' and old.recorded_at < now() - interval '10 years' then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create function keep_condition_photo()
returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (
    select from condition_reports where id = old.report_id and recorded_at < now() - interval '10 years')
  then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- A booking shows by its days once it is confirmed, and by what it occupies until its time has run out. Most of what is
-- written to a booking shows nowhere, and rings nothing.
create function note_booking()
returns trigger language plpgsql as $$
begin
  insert into page_changes (what, product_id)
    select tg_table_name, old.product_id where tg_op <> 'INSERT'
    union select tg_table_name, new.product_id where tg_op <> 'DELETE'
    union select tg_table_name, product_id from rentals where booking_id = coalesce(new.id, old.id);
  return null;
end $$;

-- A cart whose row has gone takes its lines with it, and is told by the row.
create function note_cart_lines()
returns trigger language plpgsql as $$
begin
  insert into page_changes (what, person_id)
    select distinct tg_table_name, user_id from changed join carts on carts.id = changed.cart_id;
  return null;
end $$;

-- Days of a signed booking that only an unsigned change asked for are free again when that change's time has run out
-- (D59). Calendars and the search by date ask `contracts` for it, so they are told when one of them changes what they
-- would find: which texts are sent or signed, until when, and for which days.
create function note_contract()
returns trigger language plpgsql as $$
begin
  insert into page_changes (what, product_id, booking_id)
    select distinct tg_table_name, product_id, booking_id from rentals
    where booking_id = case when tg_op = 'DELETE' then old.booking_id else new.booking_id end;
  return null;
end $$;

-- As before (0144), with it.
create function keep_matters_of_booking()
returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into open_matters (booking_id, is_unsigned, final_invoice_after)
    values (new.id, true, case when not new.is_example then new.returns_on end);
  else
    perform keep_open_matters(array[new.id]);
  end if;
  return null;
end $$;

-- A booking becomes a demonstration before anything of it is in the real books, and never becomes real again.
create function keep_demonstration()
returns trigger language plpgsql as $$
begin
  if old.is_demonstration or exists (select from takings where booking_number = new.number)
    or exists (select from invoices where booking_id = new.id)
  then
    raise exception 'Booking % is in the books', new.number using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- The time of signed bookings that only a change has which nobody signed in time (D59). A period is agreed with its
-- preparation days, or by the hour with its set-up and take-down, and with the hours agreed for its delivery and
-- collection.
create function lapsed_time(moment timestamptz)
returns table(id bigint, parts tstzmultirange) language plpgsql stable rows 10 as $$
#variable_conflict use_column
begin
  return query
    select held.id, tstzmultirange(held.during) - coalesce(agreed.ranges, '{}')
    from contracts change
      join contracts signed on signed.booking_id = change.booking_id and signed.status = 'signed'
      join bookings changed on changed.id = change.booking_id and changed.status = 'confirmed'
      join occupancy held on held.booking_id = change.booking_id
      join products product on product.id = held.product_id
      left join booking_hours on booking_hours.booking_id = change.booking_id
      cross join lateral (
        select range_agg(tstzrange(
          least(case when by_the_hour then first - before else shift_days(first, -product.preparation_days_before) end,
            ((first at time zone 'Europe/Paris')::date + out_from::time) at time zone 'Europe/Paris'),
          greatest(case when by_the_hour then last + after else shift_days(last, product.preparation_days_after) end,
            (collection_day(tstzrange(first, last)) + back_to::time) at time zone 'Europe/Paris'))) as ranges
        from jsonb_array_elements(signed.booked -> 'rentals') signed_rental,
          jsonb_array_elements(signed_rental -> 'periods') period,
          lateral (select (period ->> 'from')::timestamptz as first, (period ->> 'until')::timestamptz as last,
            coalesce(signed_rental -> 'plan' ->> 'kind' = 'hours', false) as by_the_hour,
            make_interval(mins => (signed_rental -> 'plan' ->> 'setUpMinutes')::integer) as before,
            make_interval(mins => (signed_rental -> 'plan' ->> 'takeDownMinutes')::integer) as after) ends
        where (signed_rental ->> 'position')::smallint = held.rental) agreed
    where change.status = 'sent' and change.due_at <= moment and signed.booked is not null
      and not held.during <@ coalesce(agreed.ranges, '{}');
end $$;

-- Pages say until when an unsigned change keeps its time, which agreed hours may prolong.
create function note_booking_hours()
returns trigger language plpgsql as $$
begin
  insert into page_changes (what, product_id)
    select distinct tg_table_name, product_id from rented_products where booking_id in (select booking_id from changed);
  return null;
end $$;

create trigger booking_drafts_touch before update on booking_drafts for each row execute function touch_updated_at();
create trigger booking_ends_kept before delete or update on booking_ends for each row execute function keep_end();
create trigger booking_ends_no_truncate before truncate on booking_ends
  for each statement execute function refuse_change();
create trigger booking_ends_settle_new after insert on booking_ends
  referencing new table as changed for each statement execute function settle_changed();
create trigger booking_ends_settle after update on booking_ends
  referencing new table as changed for each statement execute function settle_changed();
create trigger booking_hours_pages_new after insert on booking_hours
  referencing new table as changed for each statement execute function note_booking_hours();
create trigger booking_hours_pages_changed after update on booking_hours
  referencing new table as changed for each statement execute function note_booking_hours();
create trigger booking_hours_pages_gone after delete on booking_hours
  referencing old table as changed for each statement execute function note_booking_hours();
create trigger bookings_touch before update on bookings for each row execute function touch_updated_at();
create trigger bookings_search_new after insert on bookings
  referencing new table as added for each statement execute function index_new_bookings();
create trigger bookings_pages_new after insert on bookings
  for each row when (new.status <> 'pending') execute function note_booking();
create trigger bookings_pages_changed after update on bookings
  for each row when (((((old.status is distinct from new.status) or (old.dates is distinct from new.dates))
    or (old.product_id is distinct from new.product_id)) or (old.expires_at is distinct from new.expires_at))
    or (old.contract_due_at is distinct from new.contract_due_at)) execute function note_booking();
create trigger bookings_pages_gone after delete on bookings for each row execute function note_booking();
create trigger bookings_matters_new after insert on bookings
  for each row when (new.status = 'confirmed') execute function keep_matters_of_booking();
create trigger bookings_search_changed after update of user_id, address, product_name on bookings
  for each row when (((old.address)::jsonb is distinct from (new.address)::jsonb)
    or (old.user_id is distinct from new.user_id)
    or (old.product_name is distinct from new.product_name)) execute function index_booking();
create trigger bookings_payment_status before insert or update of status, payment_status on bookings
  for each row execute function derive_payment_status();
create trigger bookings_demonstration before update of is_demonstration on bookings
  for each row when (old.is_demonstration is distinct from new.is_demonstration) execute function keep_demonstration();
create trigger bookings_matters after update of status, total, returns_on, is_example on bookings
  for each row when ((old.status is distinct from new.status) or ((old.total)::integer <> (new.total)::integer)
    or old.returns_on <> new.returns_on
    or old.is_example <> new.is_example) execute function keep_matters_of_booking();
create trigger cart_items_heard_new after insert on cart_items
  referencing new table as changed for each statement execute function note_cart_lines();
create trigger cart_items_heard_changed after update on cart_items
  referencing new table as changed for each statement execute function note_cart_lines();
create trigger cart_items_heard_gone after delete on cart_items
  referencing old table as changed for each statement execute function note_cart_lines();
create trigger condition_report_photos_kept before delete or update on condition_report_photos
  for each row execute function keep_condition_photo();
create trigger condition_report_photos_no_truncate before truncate on condition_report_photos
  for each statement execute function refuse_change();
create trigger condition_reports_kept before delete or update on condition_reports
  for each row execute function keep_condition_report();
create trigger condition_reports_no_truncate before truncate on condition_reports
  for each statement execute function refuse_change();
create trigger contract_evidence_append_only before delete or update on contract_evidence
  for each row execute function refuse_change();
create trigger contract_evidence_no_truncate before truncate on contract_evidence
  for each statement execute function refuse_change();
create trigger contract_evidence_details_kept before delete or update on contract_evidence_details
  for each row execute function keep_evidence();
create trigger contract_evidence_details_no_truncate before truncate on contract_evidence_details
  for each statement execute function refuse_change();
create trigger contract_templates_append_only before delete or update on contract_templates
  for each row execute function refuse_change();
create trigger contract_templates_no_truncate before truncate on contract_templates
  for each statement execute function refuse_change();
create trigger contracts_no_truncate before truncate on contracts for each statement execute function refuse_change();
create trigger contracts_kept before delete or update on contracts for each row execute function keep_contract();
create trigger contracts_settle_new after insert on contracts
  referencing new table as changed for each statement execute function settle_contracts();
create trigger contracts_settle after update on contracts
  referencing new table as changed for each statement execute function settle_contracts();
create trigger contracts_pages_new after insert on contracts
  for each row when (new.status in ('sent', 'signed')) execute function note_contract();
create trigger contracts_pages_changed after update on contracts
  for each row when (((old.status is distinct from new.status) or (old.due_at is distinct from new.due_at))
    or (old.booked is distinct from new.booked)) execute function note_contract();
create trigger contracts_pages_gone after delete on contracts for each row execute function note_contract();
create trigger leads_touch before update on leads for each row execute function touch_edited_row();
