-- Which version of a contract is signed, of all bookings at once: read from an index instead of from wide rows.
drop index contracts_signed;
create index contracts_signed on contracts (booking_id, version desc) include (id, signed_at) where status = 'signed';

-- What the sweeps look at. `bookings_out` begins with the same column as the index that goes.
drop index bookings_back;
create index bookings_swept on bookings (last_day) where status = 'confirmed' and not is_example;
create index booking_ends_by_age on booking_ends (at) where undone_at is null;

-- Which bookings take place in some days, whatever has become of them: the search asks it.
drop index bookings_by_day;
create index bookings_by_day on bookings (first_day, number) include (last_day, id);

-- Whose time has run out, asked by every look at free days: from the index alone, or PostgreSQL, which does not know when
-- it plans how few they are, reads another one from end to end.
drop index bookings_expiring;
create index bookings_expiring on bookings (expires_at) include (id) where status = 'pending';
drop index bookings_unsigned;
create index bookings_unsigned on bookings (contract_due_at) include (id)
  where status = 'confirmed' and contract_due_at is not null;
