-- "obrien" finds O'Brien: a search ignores apostrophes as it ignores accents.
create or replace function without_accents(given text) returns text
language sql immutable parallel safe strict
return lower(translate(unaccent('unaccent'::regdictionary, given), '''’‘ʼ´`', ''));

-- Asleep, because a row that is only computed again has not changed.
alter table profiles disable trigger user;
alter table products disable trigger user;
alter table invoices disable trigger user;
update profiles set words = default;
update products set words = default;
update invoices set words = default;
alter table profiles enable trigger user;
alter table products enable trigger user;
alter table invoices enable trigger user;
update booking_search set client = without_accents(client), words = without_accents(words)
  where words ~ '[''’‘ʼ´`]' or client ~ '[''’‘ʼ´`]';
update mail_details set words = without_accents(words) where words ~ '[''’‘ʼ´`]';

-- "+33 06 12…" and "+262 692…" are found by the number that is dialled in France, as `phoneDigits` of domain/phone.ts.
create or replace function phone_digits(phone text) returns text immutable parallel safe language sql
  return regexp_replace(
    regexp_replace(replace(coalesce(phone, ''), '(0)', ''), '[^0-9]', '', 'g'),
    '^(00)?(33|262|590|594|596)0?(?=[0-9]{9}$)', '0');

reindex index profiles_by_name;
reindex index profiles_found_by_phone;
reindex index contact_messages_found_by;
reindex index contact_messages_by_name;
reindex index newsletter_found_by;
reindex index events_journal_search;
reindex index invoices_by_client;
reindex index event_details_search;
