-- Days of a signed booking that only an unsigned change asked for are free again when that change's time has run out
-- (D59). Calendars and the search by date ask `contracts` for it, so they are told when one of them changes what they
-- would find: which texts are sent or signed, until when, and for which days.
create function note_contract() returns trigger language plpgsql as $$
begin
  insert into page_changes (what, product_id, booking_id)
    select tg_table_name, product_id, id from bookings
    where id = (case when tg_op = 'DELETE' then old.booking_id else new.booking_id end);
  return null;
end $$;
create trigger contracts_pages_new after insert on contracts for each row
  when (new.status in ('sent', 'signed')) execute function note_contract();
create trigger contracts_pages_changed after update on contracts for each row
  when ((old.status, old.due_at, old.booked) is distinct from (new.status, new.due_at, new.booked))
  execute function note_contract();
create trigger contracts_pages_gone after delete on contracts for each row execute function note_contract();
create trigger contracts_pages_emptied after truncate on contracts for each statement execute function note_page_truncated();
