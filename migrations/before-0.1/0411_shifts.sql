-- Who does what and when for a booking (D72): a planned shift gets a row once somebody is given it.
create table shifts (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings on delete cascade,
  kind text not null check (kind in ('delivery', 'installation', 'host', 'collection')),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (starts_at < ends_at),
  person_id uuid not null references profiles on delete cascade,
  answer text check (answer in ('accepted', 'declined')),
  answered_at timestamptz,
  token_digest text not null unique,
  created_at timestamptz not null default now()
);
create index shifts_by_booking on shifts (booking_id);
create index shifts_by_person on shifts (person_id, starts_at);

create table days_off (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references profiles on delete cascade,
  first_day date not null,
  last_day date not null check (first_day <= last_day)
);
create index days_off_by_person on days_off (person_id, last_day);

alter table profiles add column hourly_cost integer check (hourly_cost >= 0);

-- Planned beside the delivery and the collection.
alter table products add column needs_installer boolean not null default false;
alter table products add column needs_host boolean not null default false;
