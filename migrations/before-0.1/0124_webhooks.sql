-- Webhooks (decision 65): what happens to bookings is told to the owner's other programs. The secret signs, so it is kept
-- as it is; the one before it signs beside it for a day.
create table webhook_endpoints (
  id uuid primary key default gen_random_uuid(),
  url text not null check (length(url) between 8 and 500),
  kinds text[] not null check (cardinality(kinds) between 1 and 40),
  secret text not null,
  former_secret text,
  former_secret_until timestamptz,
  created_at timestamptz not null default now(),
  -- Since when nothing was taken; null while it answers.
  failing_since timestamptz,
  -- After three days of that, or as soon as it says that it is gone.
  stopped_at timestamptz,
  check ((former_secret is null) = (former_secret_until is null))
);

-- Written in the transaction of what happened: one row for each endpoint that wants it, and its id is the message's.
create table webhook_messages (
  id uuid primary key default gen_random_uuid(),
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  kind text not null,
  -- Null for a trial.
  event_id bigint references events (id),
  booking_id uuid references bookings (id),
  at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'given-up')),
  tries integer not null default 0,
  -- Not before that instant; while it is on its way, when it may be tried by somebody else.
  next_at timestamptz not null,
  tried_at timestamptz,
  status integer,
  -- What was answered, its beginning.
  answer text check (length(answer) <= 1000),
  -- Why there was no answer.
  failure text,
  check ((event_id is null) = (booking_id is null))
);
create index webhook_messages_waiting on webhook_messages (next_at) where state = 'waiting';
create index webhook_messages_order on webhook_messages (endpoint_id, booking_id, event_id) where state = 'waiting';
create index webhook_messages_latest on webhook_messages (at desc, id);
