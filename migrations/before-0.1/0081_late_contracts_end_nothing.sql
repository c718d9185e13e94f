-- A contract that was sent once the event had begun has a time to sign, and ends nothing when that is over: its booking
-- takes place. The deadline by which a booking ends is one before its first day (decision 36).
create or replace function settle_contracts() returns trigger language plpgsql as $$
declare
  ids uuid[] := array(select distinct booking_id from changed);
begin
  perform settle_bookings(ids);
  update bookings booking set contract_due_at = due
  from (select id, (select due_at from contracts where booking_id = of.id and contracts.status = 'sent'
        and due_at <= of.first_day::timestamp at time zone 'Europe/Paris'
        and not exists (select from contracts signed where signed.booking_id = of.id and signed.status = 'signed')) as due
    from bookings of where id = any(ids)) waiting
  where booking.id = waiting.id and contract_due_at is distinct from due;
  return null;
end $$;

update bookings set contract_due_at = null
where contract_due_at > first_day::timestamp at time zone 'Europe/Paris';
