-- One deposit for all products of a booking, limited by the shop. Deposits that a shop asks already stay as they are.
alter table finance_settings add column max_security_deposit cents not null default 150000;
update finance_settings
  set max_security_deposit = greatest(max_security_deposit, (select max(security_deposit) from products));
