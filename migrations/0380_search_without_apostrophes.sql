-- "obrien" finds O'Brien: a search ignores apostrophes as it ignores accents.
create or replace function without_accents(given text) returns text
language sql immutable parallel safe strict
return lower(translate(unaccent('unaccent'::regdictionary, given), '''’‘ʼ´`', ''));

alter table profiles alter column words set expression as (without_accents(name || ' ' || email));
alter table products alter column words set expression as (without_accents(name || ' ' || description));
alter table invoices
  alter column words set expression as (without_accents(number || ' ' || (content #>> '{buyer,name}')));
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
