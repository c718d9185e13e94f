-- The owner says who ends a booking (D68): nobody came, or what was due was not paid, is an end of its own. `noticed_on`:
-- the day of the notice that the owner noted, by which the tiers are reckoned.
alter table booking_ends
  drop constraint booking_ends_kind_check,
  add constraint booking_ends_kind_check check (kind in ('cancelled_by_customer', 'cancelled_by_company', 'withdrawn',
    'unsigned', 'refused', 'expired', 'no_show', 'unpaid')),
  add column noticed_on date;
