-- People, their acts, and the text of their contracts: what the back office lists by person, and what it may never change.

-- Upper and lower case, accents and ligatures apart: what a search compares. unaccent() alone is not immutable, because
-- its dictionary is looked up by the search path; named in full it is, and an index may use it.
create function folded(text) returns text language sql immutable strict parallel safe as $$
  select lower(public.unaccent('public.unaccent', $1))
$$;

-- ---------------------------------------------------------------------------------------------- people

-- An administrator whose password is shorter than an administrator's must be (D16): noted at sign-in, when the password
-- is there to be counted, and cleared by choosing another.
alter table users add column password_renewal_due boolean not null default false;

create index profiles_people_search on profiles using gin (folded(name || ' ' || email) gin_trgm_ops);
create index profiles_newest on profiles (created_at desc, id);
create index profiles_by_name on profiles (folded(name), id);
create index profiles_by_email on profiles (email, id);
create index profiles_last_seen on profiles (last_sign_in_at desc nulls last, id);

-- ---------------------------------------------------------------------------------------------- journal

-- What administrators did, the latest first, alone or of one of them.
create index events_journal on events (id desc) where actor_kind = 'administrator';
create index events_journal_person on events (actor_id, id desc) where actor_kind = 'administrator';
create index events_journal_at on events (at, id) where actor_kind = 'administrator';
create index events_journal_subject on events (subject_kind, id desc) where actor_kind = 'administrator';
create index events_journal_search on events
  using gin (folded(actor_name || ' ' || left(details::text, 2000)) gin_trgm_ops) where actor_kind = 'administrator';
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
