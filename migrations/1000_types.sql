-- Types and functions that need no table.
set local check_function_bodies = off;

create extension if not exists btree_gist;
create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- When the equipment leaves and comes back, on the first and the last day of the booking: a clock time in Paris,
-- "HH:MM".
create domain clock_time as text check (value ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$');

create domain cents as integer check (value >= 0);

create domain whole_number as integer check (value >= 0);

create domain positive_number as integer check (value >= 1);

create domain json_list as jsonb check (jsonb_typeof(value) = 'array');

create domain payment_status as text
  check (value in ('none', 'awaiting', 'down_payment_paid', 'paid', 'refunded', 'partially_refunded'));

create domain address_precision as text
  check (value in ('exact', 'street', 'commune', 'no-depot', 'not-found', 'contradictory', 'no-road', 'unknown'));

create domain complete_address as jsonb
  check (((value ->> 'street') <> '') and ((value ->> 'zipCode') <> '') and ((value ->> 'city') <> ''));

create domain booked_options as jsonb
  check (jsonb_typeof((value -> 'items')) = 'array');

create domain price_lines as jsonb
  check (coalesce(((jsonb_typeof((value -> 'version')) = 'number')
    and (jsonb_typeof((value -> 'lines')) = 'array')), false));

-- What a form was opened on is known by `updated_at`, which browsers and JavaScript hold in milliseconds: two saves
-- in one millisecond must still be two versions.
create function touch_updated_at()
returns trigger language plpgsql as $$
begin
  new.updated_at := greatest(now(), old.updated_at + interval '1 millisecond');
  return new;
end $$;

create function refuse_change()
returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- "obrien" finds O'Brien: a search ignores apostrophes as it ignores accents.
create function without_accents(given text) returns text
language sql immutable parallel safe strict
return lower(translate(unaccent('unaccent'::regdictionary, given), '''’‘ʼ´`', ''));

create function settle_changed()
returns trigger language plpgsql as $$
begin
  perform settle_bookings(array(select distinct booking_id from changed));
  return null;
end $$;

-- One after the other: whoever writes a line or a closing holds this lock until the end of its transaction.
create function lock_takings()
returns void language sql as $$ select pg_advisory_xact_lock(7221034) $$;

-- A price without what was typed freely under the owner's lines.
create function without_reasons(price jsonb) returns jsonb language sql immutable
return jsonb_set(price, '{lines}', (
  select coalesce(jsonb_agg(case when line ? 'reason' then jsonb_set(line, '{reason}',
    '""') else line end order by place), '[]')
  from jsonb_array_elements(price -> 'lines') with ordinality as listed (line, place)));

-- "+33 06 12…" and "+262 692…" are found by the number that is dialled in France, as `phoneDigits` of domain/phone.ts.
create function phone_digits(phone text)

 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
return regexp_replace(regexp_replace(replace(COALESCE(phone, ''::text), '(0)'::text, ''::text), '[^0-9]'::text,
    ''::text, 'g'::text), '^(00)?(33|262|590|594|596)0?(?=[0-9]{9}$)'::text, '0'::text);

-- Its lines say what was rented and for how much; beside them stands where it was brought.
create function without_buyer(content jsonb)
returns jsonb language sql immutable as $$
  select content || jsonb_build_object(
    'buyer', (content -> 'buyer') || jsonb_build_object(
      'name', 'Client effacé', 'contact', null, 'siren', null, 'vatNumber', null,
      'address', jsonb_build_object('street', 'Adresse effacée', 'zipCode', '', 'city', '')),
    'delivery', case when jsonb_typeof(content -> 'delivery') = 'object'
      then jsonb_build_object('street', 'Adresse effacée', 'zipCode', '', 'city', '') end,
    'lines', (select coalesce(jsonb_agg(line || '{"detail": ""}' order by place), '[]')
      from jsonb_array_elements(content -> 'lines') with ordinality lines(line, place)))
$$;

-- PostgreSQL 15.20 refuses to rewrite a table whose row type is read by a function with a parsed body. A body that is
-- text is read at each call; 0164 takes the row types away.
create function booking_words(number bigint, product_name text, address jsonb, client_name text, client_email text)
returns text language sql stable parallel safe as $$
  select without_accents(
    concat_ws(' ', number, client_name, client_email, address ->> 'zipCode', address ->> 'city', product_name))
$$;

-- SHA-256 of a line, in hexadecimal; docs/running.md says how to work it out elsewhere.
create function taking_hash(
  previous_hash text,
  number bigint,
  kind text,
  source_id uuid,
  booking_number bigint,
  means text,
  amount integer,
  moved_on date,
  recorded_at timestamptz,
  corrects bigint,
  day date
)
returns text language sql stable as $$
  select encode(sha256(convert_to(concat_ws('|', previous_hash, number, kind, source_id, booking_number, means, amount,
    to_char(moved_on, 'YYYY-MM-DD'), to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    coalesce(corrects::text, '-'), to_char(day, 'YYYY-MM-DD')), 'UTF8')), 'hex')
$$;

create function touch_edited_row()
returns trigger language plpgsql as $$
declare
  -- `words` is generated of other columns, after this trigger.
  elsewhere constant text[] := '{order,image_url,hero_image_url,company_logo_url,words}';
begin
  if to_jsonb(old) - elsewhere is distinct from to_jsonb(new) - elsewhere then
    new.updated_at := greatest(now(), old.updated_at + interval '1 millisecond');
  end if;
  return new;
end $$;

-- The rental days from `first` to `last`, which begin at the shop's hour (decision D61). Null: without an end.
create function rental_range(first date, last date, hour integer) returns tstzrange
language sql immutable parallel safe
return tstzrange((first + make_interval(hours => hour)) at time zone 'Europe/Paris',
  (last + 1 + make_interval(hours => hour)) at time zone 'Europe/Paris');

create function rental_day(moment timestamptz, hour integer) returns date
language sql immutable parallel safe
return (moment at time zone 'Europe/Paris' - make_interval(hours => hour))::date;

create function shift_days(moment timestamptz, days integer) returns timestamptz
language sql immutable parallel safe
return (moment at time zone 'Europe/Paris' + make_interval(days => days)) at time zone 'Europe/Paris';

-- A rental that ends at noon of the day after its last day is over once it has been collected (D61).
create function collection_day(period tstzrange) returns date
language sql immutable parallel safe
return ((upper(period) - interval '1 microsecond') at time zone 'Europe/Paris')::date;
