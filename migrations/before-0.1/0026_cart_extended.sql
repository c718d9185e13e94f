-- How often the customer has asked for 30 minutes more: twice at most (D49).
alter table carts add column extended smallint not null default 0 check (extended between 0 and 2);
