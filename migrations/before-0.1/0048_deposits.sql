-- Security deposits (decision 37): what stands for a rental's damage, as an authorisation of a card that a customer saved
-- for it, or as a cheque or a transfer that the owner holds.

alter table booking_links
  drop constraint booking_links_purpose_check,
  add constraint booking_links_purpose_check check (purpose in ('read', 'sign', 'pay', 'deposit'));

alter table booking_notices
  drop constraint booking_notices_kind_check,
  add constraint booking_notices_kind_check check (kind in ('waiting', 'day-before', 'thanks', 'payment', 'deposit'));

-- Whoever pays agrees that the card is kept for the deposit.
alter table card_payments add column saves_card boolean not null default false;

create table deposits (
  booking_id uuid primary key references bookings (id),
  amount integer not null check (amount > 0),
  opened_at timestamptz not null,
  -- Null: nothing yet.
  means text check (means in ('card', 'cheque', 'transfer')),
  -- The card that was saved, by the provider's own names; forgotten once the deposit is settled.
  provider text check (provider in ('stripe', 'demo')),
  customer_ref text,
  method_ref text,
  -- "Visa 4242": what its holder knows it by.
  card_label text,
  saved_at timestamptz,
  -- What its holder agreed to, word for word.
  consent text,
  -- Why the bank last refused to authorise it, in the provider's code; null once another card was saved.
  failure text,
  failed_at timestamptz,
  -- A cheque or a transfer, as the owner noted it.
  received_on date,
  received_by uuid references profiles (id),
  -- What the owner told the customer that they mean to keep, and what the customer says to it. Typed freely: erasable.
  announced_at timestamptz,
  announced_by uuid references profiles (id),
  announced_amount integer,
  reason text,
  answer text,
  answered_at timestamptz,
  -- How it ended: so much was kept, 0 is none. Until `settled_at` the provider has still to do it.
  closed_at timestamptz,
  closed_by uuid references profiles (id),
  kept integer,
  settled_at timestamptz,
  -- The provider could not take what was to be kept, in its code.
  trouble text,
  -- The owner has seen to that otherwise.
  trouble_seen_at timestamptz,
  check (announced_amount between 1 and amount),
  check ((announced_at is null) = (announced_amount is null)),
  check (kept between 0 and amount),
  check (kept <= coalesce(announced_amount, 0)),
  check ((closed_at is null) = (kept is null)),
  check (settled_at is null or closed_at is not null),
  check ((means is not distinct from 'card') = (saved_at is not null)),
  check (saved_at is null or provider is not null and consent is not null),
  check ((means in ('cheque', 'transfer')) is not true or received_on is not null),
  check ((failure is null) = (failed_at is null))
);

-- A try to save a card or to authorise the deposit on it: a page of the provider's that is open, or an authorisation.
create table deposit_tries (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references deposits (booking_id),
  provider text not null check (provider in ('stripe', 'demo')),
  -- save: its page keeps the card. on-session: its page keeps the card and authorises at once. off-session: the card that
  -- was saved, nobody is there.
  kind text not null check (kind in ('save', 'on-session', 'off-session')),
  amount integer not null check (amount > 0),
  made_at timestamptz not null,
  status text not null default 'opening'
    check (status in ('opening', 'open', 'saved', 'held', 'captured', 'released', 'refused', 'closed')),
  session_id text,
  url text,
  ends_at timestamptz,
  -- The authorisation, in the provider's books, and until when it can be taken.
  hold_id text,
  capture_before timestamptz,
  captured integer check (captured between 1 and amount),
  failure text,
  settled_at timestamptz,
  looked_at timestamptz,
  unique (provider, session_id),
  unique (provider, hold_id),
  check (kind = 'off-session' or status in ('opening', 'closed') or session_id is not null),
  check (status not in ('held', 'captured') or hold_id is not null and capture_before is not null),
  check ((status = 'captured') = (captured is not null))
);
-- One page at a time, and one authorisation that is being asked for.
create unique index deposit_tries_one_open on deposit_tries (booking_id, (kind = 'off-session'))
  where status in ('opening', 'open');
-- What is kept is kept once.
create unique index deposit_tries_one_captured on deposit_tries (booking_id) where status = 'captured';
create index deposit_tries_booking on deposit_tries (booking_id, made_at);
create index deposits_unsettled on deposits (booking_id) where settled_at is null;

-- The demonstration's own books.
alter table demo_card_sessions
  add column kind text not null default 'payment' check (kind in ('payment', 'save', 'on-session'));
create table demo_card_holds (
  id uuid primary key,
  amount integer not null check (amount > 0),
  state text not null default 'held' check (state in ('held', 'captured', 'released')),
  captured integer,
  made_at timestamptz not null,
  check ((state = 'captured') = (captured is not null))
);
