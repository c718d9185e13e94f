-- What was paid too much is a sum over all that was ever paid, beside two columns of each booking: read from here, it leaves
-- the wide rows alone, of which a page holds one or two.
create index bookings_money on bookings (id) include (status, total);
