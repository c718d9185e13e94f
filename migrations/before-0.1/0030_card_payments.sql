-- Paying online (decision 30): links by which a booking is paid, the tries to pay by card, and the bank of the company.

alter table booking_links
  drop constraint booking_links_purpose_check,
  add constraint booking_links_purpose_check check (purpose in ('read', 'sign', 'pay'));

-- Not needed inside the European Economic Area; some banks ask for it all the same.
alter table finance_settings add column bic text;

-- A try to pay by card: a session of the provider's, asked for when somebody wants to pay. It covers what is due from
-- `covers_from` cents of the total on: what arrives for cents that something else has covered since is given back.
create table card_payments (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings (id),
  provider text not null check (provider in ('stripe', 'demo')),
  amount integer not null check (amount > 0),
  covers_from integer not null check (covers_from >= 0),
  made_at timestamptz not null,
  -- opening: the provider was not asked yet, or has not answered.
  status text not null default 'opening' check (status in ('opening', 'open', 'paid', 'closed')),
  session_id text,
  -- Where the provider takes the card; until when.
  url text,
  ends_at timestamptz,
  settled_at timestamptz,
  -- Why the last card was refused, in the provider's own code.
  failure text,
  payment_id uuid unique references payments (id),
  unique (provider, session_id),
  check (status <> 'open' or session_id is not null and url is not null and ends_at is not null),
  check ((status = 'paid') = (payment_id is not null)),
  check ((status in ('paid', 'closed')) = (settled_at is not null))
);
-- Of two who want to pay at once the second gets the session of the first.
create unique index card_payments_one_open on card_payments (booking_id) where status in ('opening', 'open');
create index card_payments_booking on card_payments (booking_id, made_at);
create index card_payments_waiting on card_payments (made_at) where status in ('opening', 'open');

-- The demonstration's own provider: what a real one would know of its sessions and refunds. No money stands behind it.
create table demo_card_sessions (
  id uuid primary key,
  amount integer not null check (amount > 0),
  url text not null,
  state text not null default 'open' check (state in ('open', 'paid', 'expired')),
  made_at timestamptz not null,
  failure text
);
create table demo_card_refunds (
  id uuid primary key,
  session_id uuid not null references demo_card_sessions (id),
  amount integer not null check (amount > 0)
);
