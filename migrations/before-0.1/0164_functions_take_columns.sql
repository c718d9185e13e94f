-- PostgreSQL 15.20, and the minors that follow, refuse to rewrite a table whose row type a function takes.
drop function booking_words(bookings, profiles);
drop function taking_hash(takings);

create function booking_words(number bigint, product_name text, address jsonb, client_name text, client_email text)
returns text language sql stable parallel safe as $$
  select without_accents(
    concat_ws(' ', number, client_name, client_email, address ->> 'zipCode', address ->> 'city', product_name))
$$;

create or replace function index_bookings(of_booking uuid, of_client uuid) returns void language sql as $$
  insert into booking_search (booking_id, client, words)
  select booking.id, without_accents(client.name),
    booking_words(booking.number, booking.product_name, booking.address, client.name, client.email)
  from (
    select id from bookings where id = of_booking
    union
    select id from bookings where user_id = of_client
  ) wanted
    join bookings booking on booking.id = wanted.id
    join profiles client on client.id = booking.user_id
  on conflict (booking_id) do update set client = excluded.client, words = excluded.words
$$;

create or replace function index_new_bookings() returns trigger language plpgsql as $$
begin
  insert into booking_search (booking_id, client, words)
  select added.id, without_accents(client.name),
    booking_words(added.number, added.product_name, added.address, client.name, client.email)
  from added join profiles client on client.id = added.user_id;
  return null;
end $$;

create function taking_hash(
  previous_hash text, number bigint, kind text, source_id uuid, booking_number bigint, means text, amount integer,
  moved_on date, recorded_at timestamptz, corrects bigint, day date)
returns text language sql stable as $$
  select encode(sha256(convert_to(concat_ws('|', previous_hash, number, kind, source_id, booking_number, means, amount,
    to_char(moved_on, 'YYYY-MM-DD'), to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    coalesce(corrects::text, '-'), to_char(day, 'YYYY-MM-DD')), 'UTF8')), 'hex')
$$;

create or replace function add_taking(of_kind text, of_source uuid, of_booking uuid, its_means text, its_amount integer,
  its_day date, its_record timestamptz, taken_back uuid) returns void language plpgsql as $$
declare
  last takings;
  line takings;
begin
  perform lock_takings();
  select * into last from takings order by number desc limit 1;
  line.number := coalesce(last.number, 0) + 1;
  line.kind := of_kind;
  line.source_id := of_source;
  select number into strict line.booking_number from bookings where id = of_booking;
  line.means := its_means;
  line.amount := its_amount;
  line.moved_on := its_day;
  line.recorded_at := its_record;
  if taken_back is not null then
    select number into strict line.corrects from takings
      where kind = of_kind and source_id = taken_back order by number desc limit 1;
  end if;
  line.day := greatest((its_record at time zone 'Europe/Paris')::date, last.day,
    (select max(last_day) + 1 from takings_closings where period = 'day'));
  line.previous_hash := coalesce(last.hash, repeat('0', 64));
  line.hash := taking_hash(line.previous_hash, line.number, line.kind, line.source_id, line.booking_number, line.means,
    line.amount, line.moved_on, line.recorded_at, line.corrects, line.day);
  insert into takings select line.*;
end $$;
