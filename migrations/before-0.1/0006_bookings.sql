-- What the back office needs beside the bookings themselves: a text to search them by, orders to list them in, notes.

-- ---------------------------------------------------------------------------------------------- search

-- Lower case without accents. `unaccent` alone is only stable, because its dictionary could change: ours does not.
create function without_accents(given text) returns text
language sql immutable parallel safe strict
return lower(unaccent('unaccent'::regdictionary, given));

-- One row for each booking: what it is found by (number, name, mail, town) and the name it is sorted by. It stands apart
-- so that a client who changes name does not count as a change of their bookings.
create table booking_search (
  booking_id uuid primary key references bookings (id) on delete cascade,
  client text not null,
  words text not null
);
create index booking_search_words on booking_search using gin (words gin_trgm_ops);
create index booking_search_client on booking_search (client collate "C", booking_id);

create function index_bookings(of_booking uuid, of_client uuid) returns void language sql as $$
  insert into booking_search (booking_id, client, words)
  select b.id, without_accents(p.name),
    without_accents(concat_ws(' ', b.number, p.name, p.email, b.address ->> 'zipCode', b.address ->> 'city'))
  from bookings b join profiles p on p.id = b.user_id
  where b.id = of_booking or p.id = of_client
  on conflict (booking_id) do update set client = excluded.client, words = excluded.words
$$;

create function index_booking() returns trigger language plpgsql as $$
begin
  perform index_bookings(new.id, null);
  return null;
end $$;
create trigger bookings_search_new after insert on bookings for each row execute function index_booking();
create trigger bookings_search_changed after update of user_id, address on bookings
  for each row when (old.address is distinct from new.address or old.user_id is distinct from new.user_id)
  execute function index_booking();

create function index_bookings_of_client() returns trigger language plpgsql as $$
begin
  perform index_bookings(null, new.id);
  return null;
end $$;
create trigger profiles_search_changed after update of name, email on profiles
  for each row when (old.name is distinct from new.name or old.email is distinct from new.email)
  execute function index_bookings_of_client();

insert into booking_search (booking_id, client, words)
select b.id, without_accents(p.name),
  without_accents(concat_ws(' ', b.number, p.name, p.email, b.address ->> 'zipCode', b.address ->> 'city'))
from bookings b join profiles p on p.id = b.user_id;

-- The orders of the list of all bookings; by status and by product it has its indexes already.
create index bookings_by_day on bookings (first_day, number);
create index bookings_by_total on bookings (total, number);
create index bookings_by_age on bookings (created_at, number);

-- Finding the client who calls, whatever accents are typed.
create index profiles_found_by on profiles using gin (without_accents(name || ' ' || email) gin_trgm_ops);

-- ---------------------------------------------------------------------------------------------- notes

-- What administrators write down about a booking for themselves. Never shown to a customer, and apart from the events,
-- which are never erased: a note may hold what a person asks to be forgotten (D31).
create table booking_notes (
  -- Made by the form, so that a note sent twice is written once.
  id uuid primary key,
  booking_id uuid not null references bookings (id) on delete cascade,
  author_id uuid references profiles (id),
  author_name text not null,
  body text not null check (body <> ''),
  created_at timestamptz not null default now()
);
create index booking_notes_booking on booking_notes (booking_id, created_at);

-- ---------------------------------------------------------------------------------------------- departures

-- The days that start, or end, with a rental: what the sheet of a day lists.
create index bookings_back on bookings (last_day) where status = 'confirmed';
