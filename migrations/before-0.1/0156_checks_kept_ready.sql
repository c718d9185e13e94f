-- PostgreSQL reads and plans a table's check constraints anew for each statement that writes to it: of what it did for a
-- booking that was a fifth. A domain's it keeps ready for as long as a connection lives, and what a function in PL/pgSQL
-- does too. What is of one column is therefore said by its type, what is of several by such a function (decision 78).

create domain cents as integer;
create domain whole_number as integer;
create domain positive_number as integer;
create domain json_list as jsonb;
create domain payment_status as text;
create domain address_precision as text;
create domain complete_address as jsonb;
create domain booked_options as jsonb;
create domain price_lines as jsonb;
create domain occupancy_role as text;

-- The columns take a type without conditions, which writes no row anew; the conditions come behind it.
drop trigger bookings_search_changed on bookings;
drop trigger bookings_payment_status on bookings;
drop trigger bookings_matters on bookings;
drop function booking_words(bookings, profiles);

alter table bookings
  drop constraint bookings_daily_price_check,
  drop constraint bookings_photo_pack_price_check,
  drop constraint bookings_delivery_fee_check,
  drop constraint bookings_total_check,
  drop constraint bookings_photo_packs_check,
  drop constraint bookings_distance_check,
  drop constraint bookings_photo_pack_quantity_check,
  drop constraint bookings_payment_status_check,
  drop constraint bookings_address_precision_check,
  drop constraint bookings_address_complete,
  drop constraint bookings_options_check,
  drop constraint bookings_total_is_the_sum_of_its_lines,
  drop constraint bookings_status_check,
  drop constraint bookings_agreed_when_confirmed,
  drop constraint bookings_dates_check,
  drop constraint bookings_days_in_order;
alter table bookings
  alter daily_price type cents,
  alter photo_pack_price type cents,
  alter delivery_fee type cents,
  alter total type cents,
  alter photo_packs type whole_number,
  alter distance type whole_number,
  alter photo_pack_quantity type positive_number,
  alter payment_status type payment_status,
  alter address_precision type address_precision,
  alter address type complete_address,
  alter options type booked_options,
  alter price_lines type price_lines;

alter table occupancy
  drop constraint occupancy_unit_check,
  drop constraint occupancy_role_check,
  drop constraint occupancy_kind_check,
  drop constraint occupancy_kind_says_who,
  drop constraint occupancy_line_is_a_hold;
alter table occupancy
  alter unit type positive_number,
  alter role type occupancy_role;

alter table mails
  drop constraint mails_tries_check,
  drop constraint mails_state_check,
  drop constraint mails_settled_when;
alter table mails alter tries type whole_number;

alter table mail_details drop constraint mail_details_recipients_check;
alter table mail_details alter recipients type json_list;

alter table events drop constraint events_actor_kind_check;

alter domain cents add check (value >= 0);
alter domain whole_number add check (value >= 0);
alter domain positive_number add check (value >= 1);
alter domain json_list add check (jsonb_typeof(value) = 'array');
alter domain payment_status add check (
  value in ('none', 'awaiting', 'down_payment_paid', 'paid', 'refunded', 'partially_refunded'));
alter domain address_precision add check (
  value in ('exact', 'street', 'commune', 'no-depot', 'not-found', 'contradictory', 'no-road', 'unknown'));
alter domain complete_address add check (
  value ->> 'street' <> '' and value ->> 'zipCode' <> '' and value ->> 'city' <> '');
alter domain booked_options add check (jsonb_typeof(value -> 'items') = 'array');
alter domain price_lines add check (
  coalesce(jsonb_typeof(value -> 'version') = 'number' and jsonb_typeof(value -> 'lines') = 'array', false));
alter domain occupancy_role add check (value in ('rental', 'preparation'));

create function are_days_of_booking(dates date[], first_day date, last_day date) returns boolean
language plpgsql immutable parallel safe as $$
begin
  return cardinality(dates) > 0 and first_day = dates[1] and last_day = dates[cardinality(dates)] and first_day <= last_day;
end $$;

create function is_status_of_booking(status text, agreement jsonb) returns boolean
language plpgsql immutable parallel safe as $$
begin
  return case
    when status = 'confirmed' then coalesce(jsonb_typeof(agreement -> 'version') = 'number', false)
    when status in ('pending', 'refused') then agreement is null
    else status = 'cancelled'
  end;
end $$;

alter table bookings
  add constraint bookings_total_is_the_sum_of_its_lines check (total = price_lines_total(price_lines)),
  add constraint bookings_agreed_when_confirmed check (is_status_of_booking(status, agreement)),
  add constraint bookings_days_in_order check (are_days_of_booking(dates, first_day, last_day));

create function is_occupant(
  kind text, cart_id uuid, cart_item_id uuid, hold_ends_at timestamptz, booking_id uuid, outside_event_id uuid)
returns boolean
language plpgsql immutable parallel safe as $$
begin
  return kind in ('hold', 'booking', 'block', 'outside')
    and (kind = 'hold') = (cart_id is not null)
    and (kind = 'hold') = (hold_ends_at is not null)
    and (kind = 'hold' or cart_item_id is null)
    and (kind = 'booking') = (booking_id is not null)
    and (kind = 'outside') = (outside_event_id is not null);
end $$;
alter table occupancy add constraint occupancy_kind_says_who
  check (is_occupant(kind, cart_id, cart_item_id, hold_ends_at, booking_id, outside_event_id));

create function is_state_of_mail(state text, settled_at timestamptz) returns boolean
language plpgsql immutable parallel safe as $$
begin
  return case
    when state = 'waiting' then settled_at is null
    else settled_at is not null and state in ('sent', 'kept', 'refused', 'failed', 'withdrawn')
  end;
end $$;
alter table mails add constraint mails_settled_when check (is_state_of_mail(state, settled_at));

create function is_kind_of_actor(kind text) returns boolean
language plpgsql immutable parallel safe as $$
begin
  return kind in ('customer', 'administrator', 'system', 'visitor');
end $$;
alter table events add constraint events_actor_kind_check check (is_kind_of_actor(actor_kind));

create function booking_words(booking bookings, client profiles) returns text
language sql stable parallel safe as $$
  select without_accents(concat_ws(' ', booking.number, client.name, client.email, booking.address ->> 'zipCode',
    booking.address ->> 'city', booking.product_name))
$$;
create trigger bookings_search_changed after update of user_id, address, product_name on bookings for each row
  when (old.address is distinct from new.address or old.user_id is distinct from new.user_id
    or old.product_name is distinct from new.product_name)
  execute function index_booking();
create trigger bookings_payment_status before insert or update of status, payment_status on bookings
  for each row execute function derive_payment_status();
create trigger bookings_matters after update of status, total, last_day, is_example on bookings for each row
  when (old.status is distinct from new.status or old.total <> new.total or old.last_day <> new.last_day
    or old.is_example <> new.is_example)
  execute function keep_matters_of_booking();

-- With its type a column loses what is known of its values. A shop that is new plans better by knowing nothing.
do $$ begin
  if exists (select from bookings) then
    analyze bookings;
    analyze occupancy;
    analyze mails;
  end if;
end $$;
