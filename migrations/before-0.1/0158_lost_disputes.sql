-- What a bank has given back to its customer after a dispute is not owed a second time: a refund that the provider could
-- not make can be dropped with the payment that it was of. One that may still arrive stays, as before.
alter table refunds
  drop constraint refunds_begun_stays,
  add constraint refunds_begun_stays check (dropped_at is null or begun_at is null or failed_at is not null);
