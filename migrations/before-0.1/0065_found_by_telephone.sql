-- Who calls is found by the number that shows, however it was typed when it was kept: "+33 (0)6 12…" is "0612…". Other
-- countries' numbers keep their digits. The same in the application: phoneDigits of domain/content/printed-numbers.ts.
create function phone_digits(phone text) returns text immutable parallel safe language sql
  return regexp_replace(
    regexp_replace(replace(coalesce(phone, ''), '(0)', ''), '[^0-9]', '', 'g'),
    '^(0033|33)(?=[0-9]{9}$)', '0');

create index profiles_found_by_phone on profiles using gin (phone_digits(phone) gin_trgm_ops) where phone is not null;
