-- What administrators write down about a customer for themselves. Never shown in their account; it goes with the account
-- when that is pseudonymised (D31), as the notes of its bookings do.
create table customer_notes (
  -- Made by the form, so that a note sent twice is written once.
  id uuid primary key,
  profile_id uuid not null references profiles (id) on delete cascade,
  author_id uuid references profiles (id),
  author_name text not null,
  body text not null check (body <> ''),
  created_at timestamptz not null default now()
);
create index customer_notes_profile on customer_notes (profile_id, created_at);
