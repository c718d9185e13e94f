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
