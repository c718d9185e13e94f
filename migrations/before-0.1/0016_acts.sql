-- The record of events keeps facts for good: who (an id), what, when, ids, days, amounts, names of fields. What names
-- somebody or was typed freely stands in a side row for each event, which retention erases (D52).

-- `actor_name`: who acted, as they were called then; `personal`: the rest. Null is what was erased.
create table event_details (
  event_id bigint primary key references events (id),
  actor_name text default '',
  personal jsonb default '{}' check (jsonb_typeof(personal) = 'object')
);

-- In whose name it was done: a customer's account. Null for what the house does by itself.
alter table events add column account_id uuid;

-- The one time that the record is rewritten: its personal part moves out of it.
alter table events disable trigger events_append_only;

insert into event_details (event_id, actor_name, personal)
select id, actor_name, case
  -- A role before and after is a fact, and so are the addresses of our own pictures.
  when action = 'person.role-changed' or action like '%.image-%' and action <> 'carousel.image-removed' or action like '%.portrait-%'
    then details - (select coalesce(array_agg(key), '{}') from jsonb_object_keys(details) key where key not in ('name', 'email'))
  -- Of a changed booking only the place is personal.
  when action = 'booking.edited' then jsonb_strip_nulls(jsonb_build_object(
    'before', nullif(jsonb_strip_nulls(jsonb_build_object('place', details -> 'before' -> 'place')), '{}'),
    'after', nullif(jsonb_strip_nulls(jsonb_build_object('place', details -> 'after' -> 'place')), '{}')))
  else details - (select coalesce(array_agg(key), '{}') from jsonb_object_keys(details) key
    where key not in ('before', 'after', 'removed', 'sectionsRemoved', 'reason', 'for', 'said', 'search', 'email')
      and not (key = 'name' and split_part(action, '.', 1) in ('person', 'customer')))
end from events;

update events set
  account_id = case
    when actor_kind = 'customer' then actor_id
    when action = 'booking.placed' then (select user_id from bookings where id = booking_id)
  end,
  details = case
    when action = 'booking.edited' then details
      || case when details ? 'before' then jsonb_build_object('before', (details -> 'before') - 'place') else '{}' end
      || case when details ? 'after' then jsonb_build_object('after', (details -> 'after') - 'place') else '{}' end
    else details - (select coalesce(array_agg(key), '{}') from event_details, jsonb_object_keys(personal) key where event_id = id)
  end;

alter table events enable trigger events_append_only;

-- The journal is searched in both parts.
drop index events_journal_search;
alter table events drop column actor_name;
create index events_journal_search on events using gin (without_accents(left(details::text, 2000)) gin_trgm_ops)
  where actor_kind = 'administrator';
create index event_details_search on event_details
  using gin (without_accents(coalesce(actor_name, '') || ' ' || left(coalesce(personal::text, ''), 2000)) gin_trgm_ops);
-- What was done in somebody's name, to be erased with them.
create index events_account on events (account_id, id) where account_id is not null;

-- A side row is written with its event. Afterwards it can only be erased, in one or both of its columns.
create function refuse_all_but_erasing() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.event_id = old.event_id
    and (new.actor_name is null or new.actor_name is not distinct from old.actor_name)
    and (new.personal is null or new.personal is not distinct from old.personal) then
    return new;
  end if;
  raise exception '% can only be erased', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger event_details_erased_only before update or delete on event_details
  for each row execute function refuse_all_but_erasing();
create trigger event_details_no_truncate before truncate on event_details execute function refuse_change();

-- What readers ask: an event with what is left of its personal part.
create view recorded_events as
select events.id, at, actor_kind, actor_id, coalesce(actor_name, '') as actor_name, account_id, action, subject_kind,
  subject_id, booking_id, details, coalesce(personal, '{}') as personal,
  event_id is not null and actor_name is null as actor_erased, event_id is not null and personal is null as personal_erased
from events left join event_details on event_id = events.id;
