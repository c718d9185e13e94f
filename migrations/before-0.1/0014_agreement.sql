-- What a booking's parties agreed on, kept with it (decision 13): until when a request holds its days, what it costs line
-- by line, and since when it waits; and, once it is confirmed, everything that was agreed beside the price.

-- ---------------------------------------------------------------------------------------------- requests that expire

-- Which requests have run out of time: asked by everything that looks at days (D12).
create index bookings_expiring on bookings (expires_at) where status = 'pending';

-- ---------------------------------------------------------------------------------------------- what was agreed

-- The sum of a booking's stored lines, in cents.
create function price_lines_total(price jsonb) returns bigint
language sql immutable parallel safe strict
return (select coalesce(sum((line ->> 'amount')::bigint), 0) from jsonb_array_elements(price -> 'lines') line);

alter table bookings
  -- {"version": 1, "lines": [{kind, label, unitPrice, quantity, days, amount}]}: what everything reads, and never works out
  -- again (D3). Amounts are cents.
  add column price_lines jsonb,
  -- Since when the request waits: when it was placed, or taken back to pending.
  add column requested_at timestamptz,
  -- {"version": 1, downPaymentPercent, balanceDaysBefore, cancellationTiers, withdrawalDays, securityDeposit, vatMode,
  -- vatRate, vatOnDebits, transfer: {iban, reference}}, as both sides agreed when the booking was confirmed. Null before.
  add column agreement jsonb;

-- The bookings that exist get what was said of them so far; that is no change of theirs.
alter table bookings disable trigger bookings_touch;

-- The lines that `priceOf` made of a booking's own columns at every look, in the same order.
update bookings booking set
  requested_at = answer_due_at - interval '24 hours',
  price_lines = jsonb_build_object('version', 1, 'lines', (
    with chosen as (
      select item.value ->> 'id' as id, item.value ->> 'parentId' as parent, item.value ->> 'name' as label,
        (item.value ->> 'price')::bigint as unit_price, (item.value ->> 'quantity')::bigint as quantity, item.place
      from jsonb_array_elements(booking.options -> 'items') with ordinality item (value, place)
    ), line as (
      select 0 as part, 0::bigint as place, 0::bigint as below, 'product' as kind, booking.product_name as label,
        booking.daily_price::bigint as unit_price, 1::bigint as quantity, cardinality(booking.dates) as days
      union all
      select 1, place, 0, 'option', label, unit_price, quantity, cardinality(booking.dates) from chosen where parent is null
      union all
      select 1, option.place, sub.place, 'sub-option', sub.label, sub.unit_price, sub.quantity, cardinality(booking.dates)
      from chosen option join chosen sub on sub.parent = option.id
      where option.parent is null
      union all
      select 2, 0, 0, 'photo-pack', 'Pack photo', booking.photo_pack_price, booking.photo_packs, cardinality(booking.dates)
      where booking.photo_packs > 0
      union all
      select 3, 0, 0, 'delivery', 'Livraison', booking.delivery_fee, 1, 1 where booking.is_delivery
    )
    select jsonb_agg(jsonb_build_object('kind', kind, 'label', label, 'unitPrice', unit_price, 'quantity', quantity,
      'days', days, 'amount', unit_price * quantity * days) order by part, place, below)
    from line));

-- What was confirmed before its terms were kept has those of today: they are the only ones that its customer could read.
insert into finance_settings (id) select 1 where exists (select from bookings) on conflict do nothing;
update bookings booking set agreement = jsonb_build_object(
    'version', 1,
    'downPaymentPercent', settings.down_payment_percent,
    'balanceDaysBefore', settings.balance_days_before,
    'cancellationTiers', settings.cancellation_tiers,
    'withdrawalDays', settings.withdrawal_days,
    'securityDeposit', product.security_deposit,
    'vatMode', settings.vat_mode,
    'vatRate', settings.vat_rate,
    'vatOnDebits', settings.vat_on_debits,
    'transfer', jsonb_build_object('iban', settings.iban, 'reference', 'Réservation ' || booking.number))
  from finance_settings settings, products product
  where product.id = booking.product_id
    and (booking.status = 'confirmed' or booking.status = 'cancelled' and booking.confirmed_at is not null);

alter table bookings enable trigger bookings_touch;

alter table bookings
  alter column price_lines set not null,
  alter column requested_at set not null,
  -- A price is its lines: neither changes without the other.
  add constraint bookings_total_is_the_sum_of_its_lines check (coalesce(
    jsonb_typeof(price_lines -> 'version') = 'number' and jsonb_typeof(price_lines -> 'lines') = 'array'
      and total = price_lines_total(price_lines), false)),
  -- Nothing is confirmed without its terms, and nothing that waits has any. A cancelled booking keeps those that it had.
  add constraint bookings_agreed_when_confirmed check (case status
    when 'confirmed' then coalesce(jsonb_typeof(agreement -> 'version') = 'number', false)
    when 'cancelled' then true
    else agreement is null end);

-- ---------------------------------------------------------------------------------------------- search

-- What a booking is found by, written once.
create function booking_words(booking bookings, client profiles) returns text
language sql stable parallel safe as $$
  select without_accents(concat_ws(' ', booking.number, client.name, client.email, booking.address ->> 'zipCode',
    booking.address ->> 'city', booking.product_name))
$$;

-- All the bookings of a statement at once: one after the other, a thousand of them took seconds.
create function index_new_bookings() returns trigger language plpgsql as $$
begin
  insert into booking_search (booking_id, client, words)
  select booking.id, without_accents(client.name), booking_words(booking, client)
  from added join bookings booking on booking.id = added.id join profiles client on client.id = booking.user_id;
  return null;
end $$;
drop trigger bookings_search_new on bookings;
create trigger bookings_search_new after insert on bookings referencing new table as added
  for each statement execute function index_new_bookings();

-- By an index on either side: one condition over both tables read all bookings for each that changed.
create or replace function index_bookings(of_booking uuid, of_client uuid) returns void language sql as $$
  insert into booking_search (booking_id, client, words)
  select booking.id, without_accents(client.name), booking_words(booking, client)
  from (
    select id from bookings where id = of_booking
    union
    select id from bookings where user_id = of_client
  ) wanted
    join bookings booking on booking.id = wanted.id
    join profiles client on client.id = booking.user_id
  on conflict (booking_id) do update set client = excluded.client, words = excluded.words
$$;
