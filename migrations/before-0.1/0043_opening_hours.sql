-- When the shop can be reached, every day, Paris time: nothing is said of it until the owner has (D51). Both or none are shown.
alter table site_config
  add column opens_at text check (opens_at ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  add column closes_at text check (closes_at ~ '^([01]\d|2[0-3]):[0-5]\d$');

-- A shop whose testimonials are examples is the demonstration, and keeps the hours that it had.
update site_config set opens_at = '09:00', closes_at = '19:00' where exists (select from testimonials where is_example);
