-- Which administrators have a booking or a form open, in any process (decision 72). For seconds, so it survives no crash
-- and goes into no backup.
create unlogged table presences (
  -- Of one opened page.
  tab text not null check (length(tab) = 32),
  -- What is open: "booking:1042", "faq:{id}".
  place text not null check (length(place) between 1 and 200),
  -- Without a foreign key: a restore empties every table that is backed up, and this one is none of them.
  person uuid not null,
  seen_at timestamptz not null default now(),
  primary key (tab, place)
);
create index presences_place on presences (place);
