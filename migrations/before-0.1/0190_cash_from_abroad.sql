-- Cash above 1,000 € is only taken of a private person who has shown to live abroad (D112-3 CMF): who noted the payment saw it.
alter table payments add column payer_lives_abroad boolean not null default false;
alter table payments add constraint payments_cash_from_abroad check (not payer_lives_abroad or means = 'cash');
