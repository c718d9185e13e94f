-- What a booking waits for (0147) was planned anew at each payment, contract and change of status: PostgreSQL takes an
-- unknown number of bookings for ten, and planning for the one that it is (2 ms) as worth it. Planned once on each connection
-- it takes 0.3 ms.
alter function keep_open_matters(uuid[]) set plan_cache_mode = force_generic_plan;
alter function settle_bookings(uuid[]) set plan_cache_mode = force_generic_plan;
