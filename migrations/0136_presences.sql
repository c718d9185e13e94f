-- Which administrators have a booking or a form open, in any process (decision 72). For seconds, so it survives no crash
-- and goes into no backup.
create unlogged table presences (
  -- Of one opened page.
  tab text not null check (length(tab) = 32),
  -- What is open: "booking:1042", "faq:{id}".
  place text not null check (length(place) between 1 and 200),
  person uuid not null references profiles (id) on delete cascade,
  seen_at timestamptz not null default now(),
  primary key (tab, place)
);
create index presences_place on presences (place);
