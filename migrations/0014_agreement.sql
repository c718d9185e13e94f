-- What a booking's parties agreed on, kept with it (decision 13): until when a request holds its days, what it costs line
-- by line, and since when it waits; and, once it is confirmed, everything that was agreed beside the price.

-- ---------------------------------------------------------------------------------------------- requests that expire

-- Which requests have run out of time: asked by everything that looks at days (D12).
create index bookings_expiring on bookings (expires_at) where status = 'pending';
