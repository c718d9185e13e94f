-- What every booking pays for in PostgreSQL, without being about it (decision 74).

-- As before (0073), but planned once for each table and connection: a statement that deletes no row rings it too.
create or replace function note_person() returns trigger language plpgsql as $$
begin
  insert into page_changes (what, person_id)
    select distinct tg_table_name, (to_jsonb(changed) ->> tg_argv[0])::uuid from changed;
  return null;
end $$;

-- Events come one by one: a row is noted without a table of what changed.
create or replace function note_events() returns trigger language plpgsql as $$
begin
  insert into page_changes (what, booking_id) values (tg_table_name, new.booking_id);
  return null;
end $$;
drop trigger events_heard on events;
create trigger events_heard after insert on events for each row execute function note_events();

-- The same sum (0014), whose plan a connection keeps: a function in SQL is planned for each statement that checks by it.
create or replace function price_lines_total(price jsonb) returns bigint
language plpgsql immutable parallel safe strict as $$
begin
  return (select coalesce(sum((line ->> 'amount')::bigint), 0) from jsonb_array_elements(price -> 'lines') line);
end $$;

-- With the day before the unit, one index holds the key and finds a product's days.
alter table occupancy drop constraint occupancy_one_occupant,
  add constraint occupancy_one_occupant primary key (product_id, day, unit);
drop index occupancy_days;

-- What is listed is an event, whose booking is checked there.
alter table event_feed drop constraint event_feed_booking_id_fkey;
