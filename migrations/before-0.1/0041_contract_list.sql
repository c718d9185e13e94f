-- The list of contracts asks of each booking whether a version of its contract was signed.
create index contracts_signed on contracts (booking_id) include (signed_at) where status = 'signed';
