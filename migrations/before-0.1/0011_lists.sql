-- Lists of the back office: what people wrote to the shop, found by any word and in the orders that it is shown in.

create index contact_messages_found_by on contact_messages using gin (
  without_accents(name || ' ' || email || ' ' || coalesce(phone, '') || ' ' || message || ' ' || coalesce(answer, '')) gin_trgm_ops);
create index contact_messages_by_name on contact_messages (status, without_accents(name), id);

create index newsletter_found_by on newsletter_subscriptions using gin (without_accents(email) gin_trgm_ops);
create index newsletter_newest on newsletter_subscriptions (status, requested_at desc, id);
create index newsletter_confirmed on newsletter_subscriptions (status, confirmed_at, id);
create index newsletter_left on newsletter_subscriptions (unsubscribed_at, id) where status = 'unsubscribed';

-- What confirmed bookings wait for is counted from the index alone, however many of them are unpaid.
drop index bookings_unpaid;
create index bookings_unpaid on bookings (first_day) include (id, number, total, payment_status, confirmed_at, contract_due_at)
  where status = 'confirmed' and payment_status in ('none', 'awaiting', 'down_payment_paid');

-- A booking is found by its product too, as it was called when it was booked: one search for every list of bookings.
create or replace function index_bookings(of_booking uuid, of_client uuid) returns void language sql as $$
  insert into booking_search (booking_id, client, words)
  select b.id, without_accents(p.name),
    without_accents(concat_ws(' ', b.number, p.name, p.email, b.address ->> 'zipCode', b.address ->> 'city', b.product_name))
  from bookings b join profiles p on p.id = b.user_id
  where b.id = of_booking or p.id = of_client
  on conflict (booking_id) do update set client = excluded.client, words = excluded.words
$$;
drop trigger bookings_search_changed on bookings;
create trigger bookings_search_changed after update of user_id, address, product_name on bookings
  for each row when ((old.address, old.user_id, old.product_name) is distinct from (new.address, new.user_id, new.product_name))
  execute function index_booking();
update booking_search set words = words || ' ' || without_accents(b.product_name) from bookings b where b.id = booking_id;
drop index bookings_town;

-- Revenue is summed from an index: what a confirmed booking brings in, in the order of its days, of which product.
drop index bookings_upcoming;
create index bookings_upcoming on bookings (first_day, number) include (product_id, total) where status = 'confirmed';
