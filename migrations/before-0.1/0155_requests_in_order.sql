-- The requests that have waited longest are read in their order, and counted from the same index: it was of their deadlines,
-- which it includes.
drop index bookings_waiting;
create index bookings_waiting on bookings (created_at, number) include (id, answer_due_at, expires_at) where status = 'pending';
