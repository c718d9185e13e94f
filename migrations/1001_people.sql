-- Accounts, sessions, profiles, keys.
set local check_function_bodies = off;

create table users (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null,
  email_verified boolean not null default false,
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  password_renewal_due boolean not null default false,
  constraint users_email_lowercase check (email = lower(email))
);
create unique index users_email on users (email);

-- How a user signs in: the password's hash, later other providers.
create table credentials (
  user_id uuid primary key references users on delete cascade,
  password_hash text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- The links of mails, by which their reader confirms an address or chooses a password. One of each kind for a person.
create table mail_links (
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('email-verification', 'password', 'sign-in')),
  digest text not null,
  email text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (user_id, purpose)
);
create unique index mail_links_digest on mail_links (digest);
create index mail_links_expires on mail_links (expires_at);

-- A mail address that is about to change is confirmed from the old one and from the new one (D54): one change at a
-- time.
create table email_changes (
  user_id uuid primary key references users on delete cascade,
  new_email text not null check (new_email = lower(new_email)),
  old_digest text not null unique,
  new_digest text not null unique,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index email_changes_expires on email_changes (expires_at);

-- A second factor (D17): the key that an authenticator app shares with us, encrypted with the key of AUTH_SECRET.
-- `last_step` is the half minute of the code that was used last: a code opens once.
create table second_factors (
  user_id uuid primary key references users on delete cascade,
  encrypted_key text not null,
  confirmed_at timestamptz,
  last_step integer not null default 0,
  created_at timestamptz not null default now()
);

-- What opens an account once, when its phone is lost.
create table recovery_codes (
  user_id uuid not null references second_factors(user_id) on delete cascade,
  digest text not null,
  primary key (user_id, digest)
);

-- The password was right, the second factor is awaited. The token is in the browser's cookie.
create table pending_sign_ins (
  digest text primary key,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null,
  carried jsonb
);
create index pending_sign_ins_user on pending_sign_ins (user_id);
create index pending_sign_ins_expires on pending_sign_ins (expires_at);

-- Passkeys (WebAuthn): the public half of a key that stays on somebody's device, and the questions that devices sign.
create table passkeys (
  id text primary key check (length(id) >= 16 and length(id) <= 1400),
  user_id uuid not null references users on delete cascade,
  public_key text not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null check (length(name) >= 1 and length(name) <= 60),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_of_user on passkeys (user_id);

-- Answered once. Without a user: asked of whoever wants to sign in.
create table passkey_challenges (
  digest text primary key,
  challenge text not null,
  user_id uuid references users on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_end on passkey_challenges (expires_at);

-- What the owner decides about signing in.
create table sign_in_settings (
  id smallint primary key default 1 check (id = 1),
  updated_at timestamptz not null default now(),
  second_factor_roles text[] not null default '{}',
  constraint sign_in_settings_second_factor_roles_check check (second_factor_roles <@ array['admin', 'manager',
    'crew', 'accountant'])
);

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
  updated_at timestamptz not null default now(),
  dormant_told_at timestamptz,
  erase_on date,
  erased_at timestamptz,
  business_siren text generated always as (
case
    when (business_siret ~ '^[0-9]{14}$') then "left"(business_siret, 9)
    else null::text
end) stored,
  mail_day_before boolean not null default true,
  mail_thanks boolean not null default true,
  words text generated always as (without_accents(((name || ' ') || email))) stored not null,
  place_name text,
  home_street text,
  home_zip_code text,
  home_city text,
  heard_from text not null default '',
  campaign text not null default '',
  staff_role text check (staff_role in ('manager', 'crew', 'accountant')),
  hourly_cost integer check (hourly_cost >= 0),
  constraint profiles_told_of_a_day check (erase_on is null or dormant_told_at is not null),
  constraint profiles_home_whole check (num_nulls(home_street, home_zip_code, home_city) in (0, 3)),
  constraint profiles_one_back_office_role check (staff_role is null or role = 'user')
);
create index profiles_email on profiles (email);
create index profiles_name_search on profiles using gin (name gin_trgm_ops);
create index profiles_email_search on profiles using gin (email gin_trgm_ops);
create index profiles_administrators on profiles (id) where role = 'admin';
create index profiles_newest on profiles (created_at desc, id);
create index profiles_by_name on profiles (without_accents(name), id);
create index profiles_by_email on profiles (email, id);
create index profiles_last_seen on profiles (last_sign_in_at desc nulls last, id);
create index profiles_to_erase on profiles (erase_on) where erase_on is not null and erased_at is null;
create index profiles_found_by_phone on profiles using gin (phone_digits(phone) gin_trgm_ops) where phone is not null;
create index profiles_created on profiles (created_at, id);
create index profiles_found_by on profiles using gin (words gin_trgm_ops);

create table sessions (
  id uuid primary key default gen_random_uuid(),
  token_digest text not null unique,
  user_id uuid not null references users on delete cascade,
  user_agent text,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  acting_for uuid references profiles on delete set null
);
create index sessions_user on sessions (user_id);
create index sessions_expires on sessions (expires_at);
create index sessions_acting_for on sessions (acting_for) where acting_for is not null;

-- What administrators write down about a customer for themselves. Never shown in their account; it goes with the
-- account when that is pseudonymised (D31), as the notes of its bookings do.
create table customer_notes (
  id uuid primary key,
  profile_id uuid not null references profiles on delete cascade,
  author_id uuid references profiles,
  author_name text not null,
  body text not null check (body <> ''),
  created_at timestamptz not null default now()
);
create index customer_notes_profile on customer_notes (profile_id, created_at);

-- A copy of everything that is known of somebody: made by a job, kept for some days, then erased with its file.
create table data_exports (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
  progress smallint not null default 0 check (progress >= 0 and progress <= 100),
  file_key text,
  bytes bigint check (bytes > 0),
  asked_at timestamptz not null,
  ready_at timestamptz,
  ends_at timestamptz,
  constraint data_exports_ready_with_file check (state <> 'ready' or (file_key is not null
    and ready_at is not null and ends_at is not null))
);
create index data_exports_user on data_exports (user_id, asked_at desc);
create unique index data_exports_waiting on data_exports (user_id) where state = 'waiting';
create index data_exports_ends on data_exports (coalesce(ends_at, asked_at));

-- What somebody asks for by the GDPR, however it came in, with the day by which it must be answered: a month, and two
-- more where the reason was told before the end of the first (article 12).
create table rights_requests (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  profile_id uuid references profiles on delete set null,
  name text not null,
  email text not null,
  kind text not null,
  message text not null default '',
  received_on date not null,
  due_on date not null,
  extended_at timestamptz,
  extension_reason text,
  answered_at timestamptz,
  answer text,
  outcome text check (outcome in ('done', 'partly', 'refused')),
  created_at timestamptz not null default now(),
  constraint rights_requests_kind_check check (kind in ('access', 'rectification', 'erasure', 'restriction',
    'portability', 'objection', 'after-death')),
  constraint rights_requests_check check (due_on > received_on),
  constraint rights_requests_answered_whole check (((answered_at is null) = (answer is null))
    and ((answered_at is null) = (outcome is null))),
  constraint rights_requests_extended_with_reason check ((extended_at is null) = (extension_reason is null))
);
create index rights_requests_open on rights_requests (due_on, number) where answered_at is null;
create index rights_requests_answered on rights_requests (answered_at desc) where answered_at is not null;
create index rights_requests_profile on rights_requests (profile_id) where profile_id is not null;

create table shared_accounts (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references profiles on delete cascade,
  shared_with_id uuid not null references profiles on delete cascade,
  permissions text[] not null check ((permissions <@ array['view', 'book']) and cardinality(permissions) > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (owner_id, shared_with_id),
  constraint shared_accounts_check check (owner_id <> shared_with_id)
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

-- Keys by which the owner's other tools read the shop (decision 63). Only a digest of the secret is kept. The rows go
-- with the account that made them, and are believed only while it is an administrator's at work.
create table api_keys (
  id uuid primary key default gen_random_uuid(),
  token_digest text not null unique,
  user_id uuid not null references users on delete cascade,
  name text not null check (length(name) >= 1 and length(name) <= 60),
  scopes text[] not null check (cardinality(scopes) >= 1 and cardinality(scopes) <= 20),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  used_at timestamptz
);
create index api_keys_user on api_keys (user_id);

-- What a program was answered under an Idempotency-Key, so that the same demand sent again is answered alike and done
-- once. A row without an answer is one that is being done, by whoever holds its claim.
create table api_answers (
  key_id uuid not null references api_keys on delete cascade,
  name text not null check (length(name) >= 1 and length(name) <= 255),
  request_digest text not null,
  claim uuid not null,
  begun_at timestamptz not null,
  status integer,
  body text,
  primary key (key_id, name),
  constraint api_answers_check check ((status is null) = (body is null))
);
create index api_answers_begun on api_answers (begun_at);

create function index_bookings_of_client()
returns trigger language plpgsql as $$
begin
  perform index_bookings(null, new.id);
  return null;
end $$;

create function note_one_person()
returns trigger language plpgsql as $$
begin
  insert into page_changes (what, person_id) values (tg_table_name, (to_jsonb(new) ->> tg_argv[0])::uuid);
  return null;
end $$;

create trigger credentials_touch before update on credentials for each row execute function touch_updated_at();
create trigger profiles_touch before update on profiles for each row execute function touch_updated_at();
create trigger profiles_search_changed after update of name, email on profiles
  for each row when ((old.name is distinct from new.name)
    or (old.email is distinct from new.email)) execute function index_bookings_of_client();
create trigger profiles_heard_changed after update on profiles
  for each row when (old.role is distinct from new.role) execute function note_one_person('id');
create trigger sessions_touch before update on sessions for each row execute function touch_updated_at();
create trigger sessions_heard_changed after update on sessions
  for each row when (old.acting_for is distinct from new.acting_for) execute function note_one_person('user_id');
create trigger shared_accounts_touch before update on shared_accounts for each row execute function touch_updated_at();
create trigger sign_in_settings_touch before update on sign_in_settings
  for each row execute function touch_updated_at();
create trigger users_touch before update on users for each row execute function touch_updated_at();
create trigger users_heard_changed after update on users
  for each row when (((old.disabled_at is distinct from new.disabled_at)
    or (old.email_verified is distinct from new.email_verified))
    or (old.password_renewal_due is distinct from new.password_renewal_due)) execute function note_one_person('id');

insert into sign_in_settings default values;
