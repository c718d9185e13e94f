-- A customer may dispute at their bank what was kept of their deposit too: that is no payment (decision 37).
alter table card_disputes
  alter column payment_id drop not null,
  add column deposit_try_id uuid references deposit_tries (id),
  add constraint card_disputes_of_one check (num_nonnulls(payment_id, deposit_try_id) = 1);
