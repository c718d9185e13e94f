-- Ends, sweeps and retention (decision 22): what a booking's people were told once, what retention has erased, and the
-- accounts that nobody uses.

-- A notice goes once for each thing that it is about: the day before a first day, a request that waits since then.
-- `about` is that thing: a day, or an instant as its ISO text.
create table booking_notices (
  booking_id uuid not null references bookings (id),
  kind text not null check (kind in ('waiting', 'day-before', 'thanks')),
  about text not null,
  at timestamptz not null,
  primary key (booking_id, kind, about)
);

-- Whose contract nobody has signed in time: their days are free, as those of requests that ran out (0014).
create index bookings_unsigned on bookings (contract_due_at) where status = 'confirmed' and contract_due_at is not null;

-- An account that nobody uses is told when it ends (D31), and ends then; the row stays for the bookings that the law keeps.
alter table profiles
  add column dormant_told_at timestamptz,
  add column erase_on date,
  add column erased_at timestamptz,
  add constraint profiles_told_of_a_day check ((dormant_told_at is null) = (erase_on is null));
create index profiles_to_erase on profiles (erase_on) where erase_on is not null and erased_at is null;

-- What retention erased: how many rows of what, when. For the owner's page; it names nobody.
create table retention_runs (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- As `retained` in domain/retention/periods.ts names it.
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
  rows integer not null check (rows > 0)
);
create index retention_runs_at on retention_runs (at desc);
create trigger retention_runs_append_only before update or delete on retention_runs
  for each row execute function refuse_change();
create trigger retention_runs_no_truncate before truncate on retention_runs
  for each statement execute function refuse_change();
