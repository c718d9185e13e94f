-- What a program did with a key of the API is done in the name of who made the key. How the key was called then stands
-- beside that name, and is erased with it. Null: not by a key, or erased.
alter table event_details add column api_key text;

create or replace function refuse_all_but_erasing() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.event_id = old.event_id
    and (new.actor_name is null or new.actor_name is not distinct from old.actor_name)
    and (new.api_key is null or new.api_key is not distinct from old.api_key)
    and (new.personal is null or new.personal is not distinct from old.personal) then
    return new;
  end if;
  raise exception '% can only be erased', tg_table_name using errcode = 'restrict_violation';
end $$;

create or replace view recorded_events as
select events.id, at, actor_kind, actor_id, coalesce(actor_name, '') as actor_name, account_id, action, subject_kind,
  subject_id, booking_id, details, coalesce(personal, '{}') as personal,
  event_id is not null and actor_name is null as actor_erased, event_id is not null and personal is null as personal_erased,
  api_key
from events left join event_details on event_id = events.id;
