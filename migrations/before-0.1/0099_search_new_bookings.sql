-- What is inserted is in the transition table as a whole: reading it again from bookings let a statement of many rows be
-- planned as a scan of them all, as often as there are statements.
create or replace function index_new_bookings() returns trigger language plpgsql as $$
begin
  insert into booking_search (booking_id, client, words)
  select added.id, without_accents(client.name), booking_words(row(added.*)::bookings, client)
  from added join profiles client on client.id = added.user_id;
  return null;
end $$;
