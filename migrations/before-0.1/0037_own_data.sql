-- What customers do with their data as a whole (issue 12, D31).

-- A copy of everything that is known of somebody: made by a job, kept for some days, then erased with its file.
create table data_exports (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
  -- Of a hundred: how far the job has come.
  progress smallint not null default 0 check (progress between 0 and 100),
  file_key text,
  bytes bigint check (bytes > 0),
  asked_at timestamptz not null,
  ready_at timestamptz,
  ends_at timestamptz,
  constraint data_exports_ready_with_file check (state <> 'ready' or (file_key is not null and ready_at is not null and ends_at is not null))
);
create index data_exports_user on data_exports (user_id, asked_at desc);
-- One at a time for each person.
create unique index data_exports_waiting on data_exports (user_id) where state = 'waiting';
create index data_exports_ends on data_exports (coalesce(ends_at, asked_at));

-- Mails that no contract asks for: each customer says whether they want them.
alter table profiles
  add column mail_day_before boolean not null default true,
  add column mail_thanks boolean not null default true;

-- What somebody asks for by the GDPR, however it came in, with the day by which it must be answered: a month, and two more
-- where the reason was told before the end of the first (article 12).
create table rights_requests (
  id uuid primary key default gen_random_uuid(),
  -- By which people speak of it.
  number bigint generated always as identity unique,
  profile_id uuid references profiles (id) on delete set null,
  name text not null,
  email text not null,
  kind text not null check (kind in ('access', 'rectification', 'erasure', 'restriction', 'portability', 'objection', 'after-death')),
  message text not null default '',
  received_on date not null,
  due_on date not null check (due_on > received_on),
  extended_at timestamptz,
  extension_reason text,
  answered_at timestamptz,
  answer text,
  -- Granted, in part, or refused: what was answered.
  outcome text check (outcome in ('done', 'partly', 'refused')),
  created_at timestamptz not null default now(),
  constraint rights_requests_answered_whole check ((answered_at is null) = (answer is null) and (answered_at is null) = (outcome is null)),
  constraint rights_requests_extended_with_reason check ((extended_at is null) = (extension_reason is null))
);
create index rights_requests_open on rights_requests (due_on, number) where answered_at is null;
create index rights_requests_answered on rights_requests (answered_at desc) where answered_at is not null;
create index rights_requests_profile on rights_requests (profile_id) where profile_id is not null;
