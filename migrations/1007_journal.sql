-- Events, mails, messages to other programs, and what has changed for open pages.
set local check_function_bodies = off;

-- Who did what to which booking (or anything else), when. Nothing is ever changed or removed here.
create table events (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('customer', 'administrator', 'system', 'visitor')),
  actor_id uuid,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  booking_id uuid,
  details jsonb not null default '{}',
  account_id uuid
);
create index events_booking on events (booking_id, id) where booking_id is not null;
create index events_subject on events (subject_kind, subject_id, id);
create index events_at on events (at desc);
create index events_actor on events (actor_id, at desc);
create index events_journal on events (id desc) where actor_kind = 'administrator';
create index events_journal_person on events (actor_id, id desc) where actor_kind = 'administrator';
create index events_journal_at on events (at, id) where actor_kind = 'administrator';
create index events_journal_matter on events (split_part(action, '.', 1), id desc) where actor_kind = 'administrator';
create index events_journal_action on events (action, id) where actor_kind = 'administrator';
create index events_undoes on events (((details ->> 'undoes'))) where details ? 'undoes';
create index events_journal_search on events
  using gin (without_accents("left"(details::text, 2000)) gin_trgm_ops) where actor_kind = 'administrator';
create index events_account on events (account_id, id) where account_id is not null;
create index events_money_unasked on events
  (at desc) where action in ('booking.payment-unwanted', 'booking.refund-noticed');

-- `actor_name`: who acted, as they were called then; `personal`: the rest. Null is what was erased.
create table event_details (
  event_id bigint primary key references events,
  actor_name text default '',
  personal jsonb default '{}' check (jsonb_typeof(personal) = 'object'),
  api_key text,
  in_journal boolean not null default true
);
create index event_details_search on event_details
  using gin (without_accents(((coalesce(actor_name, '') || ' ') || "left"(coalesce(personal::text, ''),
    2000))) gin_trgm_ops) where in_journal;

-- What the owner's other programs read of what happens to bookings, in one order that never changes (decision 71).
-- Ids of events are not in the order of commits: a row gets its place once every transaction that could come before
-- it has ended. What happened before this migration is read from the bookings themselves.
create table event_feed (
  event_id bigint primary key references events,
  kind text not null,
  booking_id uuid not null,
  at timestamptz not null,
  xid xid8 not null default pg_current_xact_id(),
  place bigint unique check (place > 0)
);
create index event_feed_without_place on event_feed (xid, event_id) where place is null;

-- Every mail that was ordered, for good (decision 23): the queue forgets what it has done after a week. A row is
-- written in the transaction that orders the mail; what names somebody stands beside it and can be erased (D52).
create table mails (
  id uuid primary key,
  template text not null,
  message_id text not null,
  booking_id uuid references bookings on delete cascade,
  event_id bigint references events,
  ordered_at timestamptz not null,
  start_after timestamptz,
  state text not null default 'waiting',
  tries whole_number not null default 0,
  last_tried_at timestamptz,
  trying_since timestamptz,
  settled_at timestamptz,
  code integer,
  sent_again_as uuid references mails on delete set null,
  constraint mails_settled_when check (
case
    when (state = 'waiting') then (settled_at is null)
    else (settled_at is not null and (state in ('sent', 'kept', 'refused', 'failed', 'withdrawn')))
end)
);
create index mails_newest on mails (ordered_at desc, id);
create index mails_of_booking on mails (booking_id, ordered_at) where booking_id is not null;
create index mails_of_event on mails (event_id) where event_id is not null;
create index mails_waiting on mails (ordered_at) where state = 'waiting';
create index mails_undelivered on mails (ordered_at) where (state in ('refused', 'failed')) and sent_again_as is null;

-- Null is what was erased, or not known (yet).
create table mail_details (
  mail_id uuid primary key references mails on delete cascade,
  recipients json_list not null default '[]',
  data jsonb,
  subject text,
  body text,
  answer text,
  words text not null default ''
);
create index mail_details_found_by on mail_details using gin (words gin_trgm_ops);

-- What a company says in its own words, template by template; without a row, the shop's own sentences.
create table mail_sentences (
  template text primary key,
  subject text not null,
  greeting text not null,
  intro text not null,
  closing text not null,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

-- Webhooks (decision 65): what happens to bookings is told to the owner's other programs. The secret signs, so it is
-- kept as it is; the one before it signs beside it for a day.
create table webhook_endpoints (
  id uuid primary key default gen_random_uuid(),
  url text not null check (length(url) >= 8 and length(url) <= 500),
  kinds text[] not null check (cardinality(kinds) >= 1 and cardinality(kinds) <= 40),
  secret text not null,
  former_secret text,
  former_secret_until timestamptz,
  created_at timestamptz not null default now(),
  failing_since timestamptz,
  stopped_at timestamptz,
  constraint webhook_endpoints_check check ((former_secret is null) = (former_secret_until is null))
);

-- Written in the transaction of what happened: one row for each endpoint that wants it, and its id is the message's.
create table webhook_messages (
  id uuid primary key default gen_random_uuid(),
  endpoint_id uuid not null references webhook_endpoints on delete cascade,
  kind text not null,
  event_id bigint references events,
  booking_id uuid references bookings,
  at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'given-up')),
  tries integer not null default 0,
  next_at timestamptz not null,
  tried_at timestamptz,
  status integer,
  answer text check (length(answer) <= 1000),
  failure text,
  constraint webhook_messages_check check ((event_id is null) = (booking_id is null))
);
create index webhook_messages_waiting on webhook_messages (next_at) where state = 'waiting';
create index webhook_messages_order on webhook_messages (endpoint_id, booking_id, event_id) where state = 'waiting';
create index webhook_messages_latest on webhook_messages (at desc, id);

-- What changed of what public pages show, written by the transaction that changes it: each web process asks for the
-- rows that became visible since it last asked, and drops the answers that it kept (decision 45). Not logged: it is
-- of use only to processes that are connected, and a crash of PostgreSQL disconnects them all. Rows are only ever
-- added, so that no two transactions wait for each other here.
create unlogged table page_changes (
  what text not null,
  product_id uuid,
  xid xid8 not null default pg_current_xact_id(),
  booking_id uuid,
  person_id uuid
);
create index page_changes_xid on page_changes (xid);

-- What readers ask: an event with what is left of its personal part.
create view recorded_events as
select events.id, at, actor_kind, actor_id, coalesce(actor_name, '') as actor_name, account_id, action, subject_kind,
  subject_id, booking_id, details, coalesce(personal, '{}') as personal,
  event_id is not null and actor_name is null as actor_erased, event_id is not null and personal is null as personal_erased,
  api_key
from events left join event_details on event_id = events.id;

-- A side row is written with its event. Afterwards it can only be erased, in one or both of its columns.
create function refuse_all_but_erasing()
returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.event_id = old.event_id
    and (new.actor_name is null or new.actor_name is not distinct from old.actor_name)
    and (new.api_key is null or new.api_key is not distinct from old.api_key)
    and (new.personal is null or new.personal is not distinct from old.personal) then
    return new;
  end if;
  raise exception '% can only be erased', tg_table_name using errcode = 'restrict_violation';
end $$;

create function note_page_change()
returns trigger language plpgsql as $$
begin
  if exists (select from changed) then
    insert into page_changes (what) values (tg_table_name);
  end if;
  return null;
end $$;

create function note_page_truncated()
returns trigger language plpgsql as $$
begin
  insert into page_changes (what) values (tg_table_name);
  return null;
end $$;

-- Tables with a product in each row; a row that moves to another product changes both.
create function note_product_change()
returns trigger language plpgsql as $$
begin
  insert into page_changes (what, product_id)
    select tg_table_name, product_id from changed
    union select tg_table_name, page from changed join pages_of_parts using (product_id);
  return null;
end $$;

create function note_product_moved()
returns trigger language plpgsql as $$
begin
  insert into page_changes (what, product_id)
    select tg_table_name, product_id from changed union select tg_table_name, product_id from before
    union select tg_table_name, page from changed join pages_of_parts using (product_id)
    union select tg_table_name, page from before join pages_of_parts using (product_id);
  return null;
end $$;

-- Events come one by one: a row is noted without a table of what changed.
create function note_events()
returns trigger language plpgsql as $$
begin
  insert into page_changes (what, booking_id) values (tg_table_name, new.booking_id);
  return null;
end $$;

-- As before (0073), but planned once for each table and connection: a statement that deletes no row rings it too.
create function note_person()
returns trigger language plpgsql as $$
begin
  insert into page_changes (what, person_id)
    select distinct tg_table_name, (to_jsonb(changed) ->> tg_argv[0])::uuid from changed;
  return null;
end $$;

-- What becomes of a mail becomes of its letter, whoever writes it; one that is sent again is followed to the new mail.
create function follow_product_letter()
returns trigger language plpgsql as $$
begin
  if new.sent_again_as is distinct from old.sent_again_as then
    update product_letter_mails set mail_id = new.sent_again_as, state = 'waiting' where mail_id = new.id;
  else
    update product_letter_mails set state = new.state where mail_id = new.id;
  end if;
  return null;
end $$;

create function note_plan_price(product uuid, plan uuid, now_at cents, begins boolean)
returns void language sql as $$
  insert into plan_prices (product_id, plan_id, price, is_first) select product, plan, now_at, begins
  where now_at is distinct from
    (select price from plan_prices where plan_id = plan and product_id = product order by since desc, id desc limit 1)
$$;

create trigger about_page_content_pages_new after insert on about_page_content
  referencing new table as changed for each statement execute function note_page_change();
create trigger about_page_content_pages_changed after update on about_page_content
  referencing new table as changed for each statement execute function note_page_change();
create trigger about_page_content_pages_gone after delete on about_page_content
  referencing old table as changed for each statement execute function note_page_change();
create trigger about_page_content_pages_emptied after truncate on about_page_content
  for each statement execute function note_page_truncated();
create trigger available_dates_pages_new after insert on available_dates
  referencing new table as changed for each statement execute function note_product_change();
create trigger available_dates_pages_changed after update on available_dates
  referencing old table as before new table as changed for each statement execute function note_product_moved();
create trigger available_dates_pages_gone after delete on available_dates
  referencing old table as changed for each statement execute function note_product_change();
create trigger available_dates_pages_emptied after truncate on available_dates
  for each statement execute function note_page_truncated();
create trigger booking_hours_pages_emptied after truncate on booking_hours
  for each statement execute function note_page_truncated();
create trigger bookings_pages_emptied after truncate on bookings
  for each statement execute function note_page_truncated();
create trigger bundle_parts_pages_emptied after truncate on bundle_parts
  for each statement execute function note_page_truncated();
create trigger carts_heard_changed after update on carts
  referencing new table as changed for each statement execute function note_person('user_id');
create trigger carts_heard_gone after delete on carts
  referencing old table as changed for each statement execute function note_person('user_id');
create trigger contracts_pages_emptied after truncate on contracts
  for each statement execute function note_page_truncated();
create trigger delivery_zones_pages_new after insert on delivery_zones
  referencing new table as changed for each statement execute function note_page_change();
create trigger delivery_zones_pages_changed after update on delivery_zones
  referencing new table as changed for each statement execute function note_page_change();
create trigger delivery_zones_pages_gone after delete on delivery_zones
  referencing old table as changed for each statement execute function note_page_change();
create trigger delivery_zones_pages_emptied after truncate on delivery_zones
  for each statement execute function note_page_truncated();
create trigger event_details_erased_only before delete or update on event_details
  for each row execute function refuse_all_but_erasing();
create trigger event_details_no_truncate before truncate on event_details
  for each statement execute function refuse_change();
create trigger events_append_only before delete or update on events for each row execute function refuse_change();
create trigger events_no_truncate before truncate on events for each statement execute function refuse_change();
create trigger events_heard after insert on events for each row execute function note_events();
create trigger faq_entries_pages_new after insert on faq_entries
  referencing new table as changed for each statement execute function note_page_change();
create trigger faq_entries_pages_changed after update on faq_entries
  referencing new table as changed for each statement execute function note_page_change();
create trigger faq_entries_pages_gone after delete on faq_entries
  referencing old table as changed for each statement execute function note_page_change();
create trigger faq_entries_pages_emptied after truncate on faq_entries
  for each statement execute function note_page_truncated();
create trigger films_pages_new after insert on films
  referencing new table as changed for each statement execute function note_page_change();
create trigger films_pages_changed after update on films
  referencing new table as changed for each statement execute function note_page_change();
create trigger films_pages_gone after delete on films
  referencing old table as changed for each statement execute function note_page_change();
create trigger films_pages_emptied after truncate on films for each statement execute function note_page_truncated();
create trigger finance_settings_pages_new after insert on finance_settings
  referencing new table as changed for each statement execute function note_page_change();
create trigger finance_settings_pages_changed after update on finance_settings
  referencing new table as changed for each statement execute function note_page_change();
create trigger finance_settings_pages_gone after delete on finance_settings
  referencing old table as changed for each statement execute function note_page_change();
create trigger finance_settings_pages_emptied after truncate on finance_settings
  for each statement execute function note_page_truncated();
create trigger images_pages_new after insert on images
  referencing new table as changed for each statement execute function note_page_change();
create trigger images_pages_changed after update on images
  referencing new table as changed for each statement execute function note_page_change();
create trigger images_pages_gone after delete on images
  referencing old table as changed for each statement execute function note_page_change();
create trigger images_pages_emptied after truncate on images for each statement execute function note_page_truncated();
create trigger legal_texts_pages_new after insert on legal_texts
  referencing new table as changed for each statement execute function note_page_change();
create trigger legal_texts_pages_changed after update on legal_texts
  referencing new table as changed for each statement execute function note_page_change();
create trigger legal_texts_pages_gone after delete on legal_texts
  referencing old table as changed for each statement execute function note_page_change();
create trigger legal_texts_pages_emptied after truncate on legal_texts
  for each statement execute function note_page_truncated();
create trigger loaded_items_heard_new after insert on loaded_items
  referencing new table as changed for each statement execute function note_page_change();
create trigger loaded_items_heard_gone after delete on loaded_items
  referencing old table as changed for each statement execute function note_page_change();
create trigger mail_sentences_touch before update on mail_sentences for each row execute function touch_updated_at();
create trigger mails_follow_product_letter after update of state, sent_again_as on mails
  for each row when (new.template = 'product-letter') execute function follow_product_letter();
create trigger occupancy_pages_new after insert on occupancy
  referencing new table as changed for each statement execute function note_product_change();
create trigger occupancy_pages_changed after update on occupancy
  referencing old table as before new table as changed for each statement execute function note_product_moved();
create trigger occupancy_pages_gone after delete on occupancy
  referencing old table as changed for each statement execute function note_product_change();
create trigger occupancy_pages_emptied after truncate on occupancy
  for each statement execute function note_page_truncated();
create trigger price_rules_pages_new after insert on price_rules
  referencing new table as changed for each statement execute function note_page_change();
create trigger price_rules_pages_changed after update on price_rules
  referencing new table as changed for each statement execute function note_page_change();
create trigger price_rules_pages_gone after delete on price_rules
  referencing old table as changed for each statement execute function note_page_change();
create trigger price_rules_pages_emptied after truncate on price_rules
  for each statement execute function note_page_truncated();
create trigger product_manuals_pages_new after insert on product_manuals
  referencing new table as changed for each statement execute function note_product_change();
create trigger product_manuals_pages_changed after update on product_manuals
  referencing old table as before new table as changed for each statement execute function note_product_moved();
create trigger product_manuals_pages_gone after delete on product_manuals
  referencing old table as changed for each statement execute function note_product_change();
create trigger product_manuals_pages_emptied after truncate on product_manuals
  for each statement execute function note_page_truncated();
create trigger product_options_pages_new after insert on product_options
  referencing new table as changed for each statement execute function note_product_change();
create trigger product_options_pages_changed after update on product_options
  referencing old table as before new table as changed for each statement execute function note_product_moved();
create trigger product_options_pages_gone after delete on product_options
  referencing old table as changed for each statement execute function note_product_change();
create trigger product_options_pages_emptied after truncate on product_options
  for each statement execute function note_page_truncated();
create trigger product_pictures_pages_new after insert on product_pictures
  referencing new table as changed for each statement execute function note_product_change();
create trigger product_pictures_pages_changed after update on product_pictures
  referencing old table as before new table as changed for each statement execute function note_product_moved();
create trigger product_pictures_pages_gone after delete on product_pictures
  referencing old table as changed for each statement execute function note_product_change();
create trigger product_pictures_pages_emptied after truncate on product_pictures
  for each statement execute function note_page_truncated();
create trigger products_pages_emptied after truncate on products
  for each statement execute function note_page_truncated();
create trigger rate_plans_pages_new after insert on rate_plans
  referencing new table as changed for each statement execute function note_product_change();
create trigger rate_plans_pages_changed after update on rate_plans
  referencing old table as before new table as changed for each statement execute function note_product_moved();
create trigger rate_plans_pages_gone after delete on rate_plans
  referencing old table as changed for each statement execute function note_product_change();
create trigger rate_plans_pages_emptied after truncate on rate_plans
  for each statement execute function note_page_truncated();
create trigger rentals_pages_new after insert on rentals
  referencing new table as changed for each statement execute function note_product_change();
create trigger rentals_pages_changed after update on rentals
  referencing old table as before new table as changed for each statement execute function note_product_moved();
create trigger rentals_pages_gone after delete on rentals
  referencing old table as changed for each statement execute function note_product_change();
create trigger rentals_pages_emptied after truncate on rentals
  for each statement execute function note_page_truncated();
create trigger services_page_content_pages_new after insert on services_page_content
  referencing new table as changed for each statement execute function note_page_change();
create trigger services_page_content_pages_changed after update on services_page_content
  referencing new table as changed for each statement execute function note_page_change();
create trigger services_page_content_pages_gone after delete on services_page_content
  referencing old table as changed for each statement execute function note_page_change();
create trigger services_page_content_pages_emptied after truncate on services_page_content
  for each statement execute function note_page_truncated();
create trigger services_page_images_pages_new after insert on services_page_images
  referencing new table as changed for each statement execute function note_page_change();
create trigger services_page_images_pages_changed after update on services_page_images
  referencing new table as changed for each statement execute function note_page_change();
create trigger services_page_images_pages_gone after delete on services_page_images
  referencing old table as changed for each statement execute function note_page_change();
create trigger services_page_images_pages_emptied after truncate on services_page_images
  for each statement execute function note_page_truncated();
create trigger sessions_heard_gone after delete on sessions
  referencing old table as changed for each statement execute function note_person('user_id');
create trigger shared_accounts_heard_changed after update on shared_accounts
  referencing new table as changed for each statement execute function note_person('shared_with_id');
create trigger shared_accounts_heard_gone after delete on shared_accounts
  referencing old table as changed for each statement execute function note_person('shared_with_id');
create trigger site_config_pages_new after insert on site_config
  referencing new table as changed for each statement execute function note_page_change();
create trigger site_config_pages_changed after update on site_config
  referencing new table as changed for each statement execute function note_page_change();
create trigger site_config_pages_gone after delete on site_config
  referencing old table as changed for each statement execute function note_page_change();
create trigger site_config_pages_emptied after truncate on site_config
  for each statement execute function note_page_truncated();
create trigger testimonials_pages_new after insert on testimonials
  referencing new table as changed for each statement execute function note_page_change();
create trigger testimonials_pages_changed after update on testimonials
  referencing new table as changed for each statement execute function note_page_change();
create trigger testimonials_pages_gone after delete on testimonials
  referencing old table as changed for each statement execute function note_page_change();
create trigger testimonials_pages_emptied after truncate on testimonials
  for each statement execute function note_page_truncated();
create trigger units_pages_new after insert on units
  referencing new table as changed for each statement execute function note_product_change();
create trigger units_pages_changed after update on units
  referencing old table as before new table as changed for each statement execute function note_product_moved();
create trigger units_pages_gone after delete on units
  referencing old table as changed for each statement execute function note_product_change();
create trigger units_pages_emptied after truncate on units for each statement execute function note_page_truncated();
