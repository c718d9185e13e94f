-- The register of takings (decision 33): every payment, counter-entry and refund that was made, numbered without gaps,
-- each line sealed with a hash that covers the line before; closed by day, month and year with running totals. And the
-- reasons of the owner's price lines, which retention can erase.

-- ---------------------------------------------------------------------------------------------- the register

create table takings (
  -- From 1, without gaps, in the order in which their transactions ended.
  number bigint primary key,
  kind text not null check (kind in ('payment', 'refund')),
  -- The payment or refund that it is about.
  source_id uuid not null,
  booking_number bigint not null,
  means text not null,
  -- Cents; below zero for a counter-entry and for what was given back.
  amount integer not null check (amount <> 0),
  -- When the money moved, as it was noted; and when it was noted.
  moved_on date not null,
  recorded_at timestamptz not null,
  -- The line that a counter-entry takes back.
  corrects bigint references takings (number),
  -- The day of the register that it counts for: never before that of an earlier line, nor a day that is closed.
  day date not null,
  previous_hash text not null check (previous_hash ~ '^[0-9a-f]{64}$'),
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
  unique (kind, source_id)
);
create index takings_day on takings (day, number);
create index takings_moved on takings (moved_on, number);

-- SHA-256 of a line, in hexadecimal; docs/running.md says how to work it out elsewhere.
create function taking_hash(line takings) returns text language sql stable
return encode(sha256(convert_to(concat_ws('|', line.previous_hash, line.number, line.kind, line.source_id,
  line.booking_number, line.means, line.amount, to_char(line.moved_on, 'YYYY-MM-DD'),
  to_char(line.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), coalesce(line.corrects::text, '-'),
  to_char(line.day, 'YYYY-MM-DD')), 'UTF8')), 'hex');

-- A day, a month or a year that is over, with what it brought and all that came since the beginning ("total perpétuel").
create table takings_closings (
  number bigint primary key,
  period text not null check (period in ('day', 'month', 'year')),
  first_day date not null,
  last_day date not null,
  -- Null where nothing happened.
  first_taking bigint references takings (number),
  last_taking bigint references takings (number),
  entries integer not null,
  -- Cents. Received: payments less their counter-entries.
  received bigint not null,
  refunded bigint not null check (refunded >= 0),
  -- {"transfer": cents, …}: received less refunded, by means.
  by_means jsonb not null,
  perpetual_entries bigint not null,
  perpetual_received bigint not null,
  perpetual_refunded bigint not null,
  -- Of the last line that counts for its last day or an earlier one; zeros before the first.
  last_hash text not null check (last_hash ~ '^[0-9a-f]{64}$'),
  previous_hash text not null check (previous_hash ~ '^[0-9a-f]{64}$'),
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
  -- HMAC-SHA-256 of the hash, keyed with the installation's secret: whoever has only the database cannot make one.
  seal text not null check (seal ~ '^[0-9a-f]{64}$'),
  closed_at timestamptz not null,
  unique (period, last_day),
  check ((first_taking is null) = (last_taking is null) and (first_taking is null) = (entries = 0)),
  check (first_day <= last_day and (period <> 'day' or first_day = last_day))
);

-- What each check of the register found.
create table takings_checks (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  entries bigint not null,
  closings bigint not null,
  -- [{"kind", "number"}]: the first ones; `found` counts all.
  findings jsonb not null check (jsonb_typeof(findings) = 'array'),
  found integer not null
);
create index takings_checks_at on takings_checks (at);

create trigger takings_append_only before update or delete on takings for each row execute function refuse_change();
create trigger takings_no_truncate before truncate on takings for each statement execute function refuse_change();
create trigger takings_closings_append_only before update or delete on takings_closings
  for each row execute function refuse_change();
create trigger takings_closings_no_truncate before truncate on takings_closings
  for each statement execute function refuse_change();

-- One after the other: whoever writes a line or a closing holds this lock until the end of its transaction.
create function lock_takings() returns void language sql as $$ select pg_advisory_xact_lock(7221034) $$;

create function add_taking(of_kind text, of_source uuid, of_booking uuid, its_means text, its_amount integer, its_day date,
  its_record timestamptz, its_payment uuid) returns void language plpgsql as $$
declare
  last takings;
  line takings;
begin
  perform lock_takings();
  select * into last from takings order by number desc limit 1;
  line.number := coalesce(last.number, 0) + 1;
  line.kind := of_kind;
  line.source_id := of_source;
  select number into strict line.booking_number from bookings where id = of_booking;
  line.means := its_means;
  line.amount := its_amount;
  line.moved_on := its_day;
  line.recorded_at := its_record;
  if its_payment is not null then
    select number into strict line.corrects from takings where kind = 'payment' and source_id = its_payment;
  end if;
  line.day := greatest((its_record at time zone 'Europe/Paris')::date, last.day,
    (select max(last_day) + 1 from takings_closings where period = 'day'));
  line.previous_hash := coalesce(last.hash, repeat('0', 64));
  line.hash := taking_hash(line);
  insert into takings select line.*;
end $$;

create function register_payment() returns trigger language plpgsql as $$
begin
  perform add_taking('payment', new.id, new.booking_id, new.means, new.amount, new.received_on, new.recorded_at, new.corrects);
  return null;
end $$;
-- A refund is money that moved once it was made.
create function register_refund() returns trigger language plpgsql as $$
begin
  perform add_taking('refund', new.id, new.booking_id, new.made_means, -new.amount, new.made_on, new.made_at, null);
  return null;
end $$;

-- What is there already, in the order in which it was noted.
do $$
declare
  entry record;
begin
  for entry in
    select 'payment' as kind, id, booking_id, means, amount, received_on as moved_on, recorded_at, corrects from payments
    union all
    select 'refund', id, booking_id, made_means, -amount, made_on, made_at, null from refunds where made_at is not null
    order by recorded_at, corrects nulls first, id
  loop
    perform add_taking(entry.kind, entry.id, entry.booking_id, entry.means, entry.amount, entry.moved_on, entry.recorded_at,
      entry.corrects);
  end loop;
end $$;

-- At the end of the transaction, when it has all its other locks: the register's own is held for the commit alone.
create constraint trigger payments_registered after insert on payments deferrable initially deferred
  for each row execute function register_payment();
create constraint trigger refunds_registered_new after insert on refunds deferrable initially deferred
  for each row when (new.made_at is not null) execute function register_refund();
create constraint trigger refunds_registered after update on refunds deferrable initially deferred
  for each row when (old.made_at is null and new.made_at is not null) execute function register_refund();

-- ---------------------------------------------------------------------------------------------- reasons of price lines

-- A price without what was typed freely under the owner's lines.
create function without_reasons(price jsonb) returns jsonb language sql immutable
return jsonb_set(price, '{lines}', (
  select coalesce(jsonb_agg(case when line ? 'reason' then jsonb_set(line, '{reason}', '""') else line end order by place), '[]')
  from jsonb_array_elements(price -> 'lines') with ordinality as listed (line, place)));

-- As before (0019); erasure takes the reasons of the price lines, too.
create or replace function keep_contract() returns trigger language plpgsql as $$
declare
  noted constant text[] := array['sent_at', 'signed_at', 'due_at', 'reminded_at', 'pdf_key', 'pdf_sha256', 'sealed_key',
    'sealed_sha256', 'signed_how'];
  erased constant text[] := array['content', 'booked', 'pdf_key', 'sealed_key'];
  before jsonb := to_jsonb(old);
  after jsonb;
begin
  if tg_op = 'UPDATE' then
    after := to_jsonb(new);
    if before - erased - 'price_lines' = after - erased - 'price_lines'
      and (select bool_and(after -> name = 'null' or after -> name = before -> name) from unnest(erased) name)
      and new.price_lines in (old.price_lines, without_reasons(old.price_lines))
      and old.status not in ('prepared', 'sent') and (old.signed_at is null or old.signed_at < now() - interval '10 years')
    then
      return new;
    end if;
    if before - noted - 'status' = after - noted - 'status'
      and (select bool_and(before -> name = 'null' or before -> name = after -> name) from unnest(noted) name)
      and (old.status = new.status or (old.status, new.status) in (('prepared', 'sent'), ('prepared', 'signed'),
        ('prepared', 'replaced'), ('prepared', 'void'), ('sent', 'signed'), ('sent', 'replaced'), ('sent', 'lapsed'),
        ('sent', 'void')))
    then
      return new;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
