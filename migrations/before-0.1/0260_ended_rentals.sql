-- A version that only takes away a rental that we ended binds without a signature (decision D60).
alter table contracts
  drop constraint contracts_signed_how_check,
  add constraint contracts_signed_how_check check (signed_how in ('link', 'code', 'paper', 'on-site', 'notice'));
drop index contracts_unsealed;
create index contracts_unsealed on contracts (signed_at) include (booking_id)
  where status = 'signed' and sealed_sha256 is null and signed_how is distinct from 'notice';

-- Which rental is to have other days; null: all of them.
alter table date_change_requests add column rental smallint check (rental >= 1);
