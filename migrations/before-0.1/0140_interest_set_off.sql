-- What a consumer is owed as interest is taken off the balance before it is asked for (L214-2): a payment and an
-- indemnity that are made by each other, and move no money.
alter table payments drop constraint payments_means_check;
alter table payments add constraint payments_means_check
  check (means in ('transfer', 'cheque', 'cash', 'card', 'carried-over', 'set-off'));
alter table refunds drop constraint refunds_made_means_check;
alter table refunds add constraint refunds_made_means_check
  check (made_means in ('transfer', 'cheque', 'cash', 'card', 'carried-over', 'set-off'));
alter table payments add constraint payments_set_off_positive check (means <> 'set-off' or amount > 0);
