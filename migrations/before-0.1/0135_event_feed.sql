-- What the owner's other programs read of what happens to bookings, in one order that never changes (decision 71). Ids of
-- events are not in the order of commits: a row gets its place once every transaction that could come before it has ended.
-- What happened before this migration is read from the bookings themselves.
create table event_feed (
  event_id bigint primary key references events (id),
  kind text not null,
  booking_id uuid not null references bookings (id),
  at timestamptz not null,
  -- The transaction that wrote it.
  xid xid8 not null default pg_current_xact_id(),
  -- Without gaps; null until its turn comes.
  place bigint unique check (place > 0)
);
create index event_feed_without_place on event_feed (xid, event_id) where place is null;
