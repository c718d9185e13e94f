-- A booking may be for a company, whatever its customer's account says (D71).
alter table bookings add column company jsonb check (company is null or jsonb_typeof(company) = 'object');

alter table finance_settings
  add column down_payment_invoice_days smallint not null default 8 check (down_payment_invoice_days between 1 and 60);
