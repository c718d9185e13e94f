-- A rule of several columns stands in its table, as a plain check; no speed asks for a function any more.
alter table bookings
  drop constraint bookings_agreed_when_confirmed,
  drop constraint bookings_days_in_order,
  add constraint bookings_agreed_when_confirmed check (
    case
      when status = 'confirmed' then coalesce(jsonb_typeof(agreement -> 'version') = 'number', false)
      when status in ('pending', 'refused') then agreement is null
      else status = 'cancelled'
    end),
  add constraint bookings_days_in_order check (
    cardinality(dates) > 0 and first_day = dates[1] and last_day = dates[cardinality(dates)] and first_day <= last_day);

alter table occupancy
  drop constraint occupancy_kind_says_who,
  add constraint occupancy_kind_says_who check (
    kind in ('hold', 'booking', 'block', 'outside')
    and (kind = 'hold') = (cart_id is not null)
    and (kind = 'hold') = (hold_ends_at is not null)
    and (kind = 'hold' or cart_item_id is null)
    and (kind = 'booking') = (booking_id is not null)
    and (kind = 'outside') = (outside_event_id is not null));

alter table mails
  drop constraint mails_settled_when,
  add constraint mails_settled_when check (
    case
      when state = 'waiting' then settled_at is null
      else settled_at is not null and state in ('sent', 'kept', 'refused', 'failed', 'withdrawn')
    end);

alter table events
  drop constraint events_actor_kind_check,
  add constraint events_actor_kind_check check (actor_kind in ('customer', 'administrator', 'system', 'visitor'));

drop function are_days_of_booking(date[], date, date);
drop function is_status_of_booking(text, jsonb);
drop function is_occupant(text, uuid, uuid, timestamptz, uuid, uuid);
drop function is_state_of_mail(text, timestamptz);
drop function is_kind_of_actor(text);
