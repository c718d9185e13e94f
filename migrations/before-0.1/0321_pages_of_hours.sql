-- Pages say until when an unsigned change keeps its time, which agreed hours may prolong.
create function note_booking_hours() returns trigger language plpgsql as $$
begin
  insert into page_changes (what, product_id)
    select distinct tg_table_name, product_id from rented_products where booking_id in (select booking_id from changed);
  return null;
end $$;
create trigger booking_hours_pages_new after insert on booking_hours referencing new table as changed
  for each statement execute function note_booking_hours();
create trigger booking_hours_pages_changed after update on booking_hours referencing new table as changed
  for each statement execute function note_booking_hours();
create trigger booking_hours_pages_gone after delete on booking_hours referencing old table as changed
  for each statement execute function note_booking_hours();
create trigger booking_hours_pages_emptied after truncate on booking_hours
  for each statement execute function note_page_truncated();
