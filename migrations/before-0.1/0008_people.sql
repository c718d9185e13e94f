-- People, their acts, and the text of their contracts: what the back office lists by person, and what it may never change.

-- Lower case without accents: what a search compares. `unaccent` alone is only stable, because its dictionary could
-- change: ours does not.
create or replace function without_accents(given text) returns text
language sql immutable parallel safe strict
return lower(unaccent('unaccent'::regdictionary, given));

-- ---------------------------------------------------------------------------------------------- people

-- An administrator whose password is shorter than an administrator's must be (D16): noted at sign-in, when the password
-- is there to be counted, and cleared by choosing another.
alter table users add column password_renewal_due boolean not null default false;

create index if not exists profiles_found_by on profiles using gin (without_accents(name || ' ' || email) gin_trgm_ops);
create index profiles_newest on profiles (created_at desc, id);
create index profiles_by_name on profiles (without_accents(name), id);
create index profiles_by_email on profiles (email, id);
create index profiles_last_seen on profiles (last_sign_in_at desc nulls last, id);

-- ---------------------------------------------------------------------------------------------- journal

-- What administrators did, the latest first, alone or of one of them.
create index events_journal on events (id desc) where actor_kind = 'administrator';
create index events_journal_person on events (actor_id, id desc) where actor_kind = 'administrator';
create index events_journal_at on events (at, id) where actor_kind = 'administrator';
create index events_journal_matter on events (split_part(action, '.', 1), id desc) where actor_kind = 'administrator';
create index events_journal_search on events
  using gin (without_accents(actor_name || ' ' || left(details::text, 2000)) gin_trgm_ops) where actor_kind = 'administrator';
create index events_journal_action on events (action, id) where actor_kind = 'administrator';
-- Whether an act was taken back.
create index events_undoes on events ((details ->> 'undoes')) where details ? 'undoes';

-- ---------------------------------------------------------------------------------------------- contracts

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
create trigger contract_templates_append_only before update or delete on contract_templates
  for each row execute function refuse_change();
create trigger contract_templates_no_truncate before truncate on contract_templates
  for each statement execute function refuse_change();

create index bookings_contracts on bookings (contract_due_at, first_day) where status = 'confirmed';

-- ---------------------------------------------------------------------------------------------- search

create index bookings_town on bookings using gin (without_accents(address ->> 'city') gin_trgm_ops);
