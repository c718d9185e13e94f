-- The saved address is a place of events. The customer's home, or a company's seat, is known only once they say so (D70).
alter table profiles
  add column place_name text,
  add column home_street text,
  add column home_zip_code text,
  add column home_city text,
  add constraint profiles_home_whole check (num_nulls(home_street, home_zip_code, home_city) in (0, 3));

alter table booking_drafts add column place_name text not null default '';
