-- Instalments, payments, deposits, invoices, the bank and the register of takings.
set local check_function_bodies = off;

-- What is to be paid and when, as a version of the contract says; those of the version in force count.
create table instalments (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings,
  contract_id uuid references contracts,
  position smallint not null check ("position" > 0),
  kind text not null check (kind in ('down-payment', 'balance', 'full')),
  amount integer not null check (amount > 0),
  due_on date,
  created_at timestamptz not null default now(),
  unique nulls not distinct (booking_id, contract_id, "position")
);
create index instalments_contract on instalments (contract_id);

-- What arrived. A mistake is corrected by a counter-entry, never by a change.
create table payments (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings,
  means text not null check (means in ('transfer', 'cheque', 'cash', 'card', 'carried-over', 'set-off')),
  amount integer not null check (amount <> 0),
  received_on date not null,
  recorded_at timestamptz not null default now(),
  recorded_by uuid references profiles,
  note text,
  corrects uuid unique references payments,
  provider text,
  provider_id text,
  payer_lives_abroad boolean not null default false,
  unique (provider, provider_id),
  constraint payments_below_zero_correct check ((corrects is null) = (amount > 0)),
  constraint payments_check check ((provider is null) = (provider_id is null)),
  constraint payments_set_off_positive check (means <> 'set-off' or amount > 0),
  constraint payments_cash_from_abroad check ((not payer_lives_abroad) or means = 'cash')
);
create index payments_booking on payments (booking_id);
create index payments_recorded on payments (recorded_at, id);

-- Money that is to be given back, until the owner notes how it was (D57).
create table refunds (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings,
  kind text not null default 'refund' check (kind in ('refund', 'indemnity')),
  reason text not null,
  amount integer not null check (amount > 0),
  due_on date not null,
  created_at timestamptz not null default now(),
  created_by uuid references profiles,
  made_on date,
  made_means text check (made_means in ('transfer', 'cheque', 'cash', 'card', 'carried-over', 'set-off')),
  made_at timestamptz,
  made_by uuid references profiles,
  note text,
  provider text,
  provider_id text,
  dropped_at timestamptz,
  payment_id uuid references payments,
  begun_at timestamptz,
  failed_at timestamptz,
  failure text,
  unique (provider, provider_id),
  constraint refunds_made_how_and_when check (((made_on is null) = (made_at is null))
    and ((made_on is null) = (made_means is null))),
  constraint refunds_dropped_or_made check (dropped_at is null or made_at is null),
  constraint refunds_reason_check check (reason in ('cancelled', 'withdrawn', 'changed', 'overpaid',
    'carried-over', 'interest', 'goodwill')),
  constraint refunds_by_card check (payment_id is not null or begun_at is null),
  constraint refunds_begun_stays check (dropped_at is null or begun_at is null or failed_at is not null)
);
create index refunds_booking on refunds (booking_id);
create index refunds_open on refunds (due_on) where made_at is null and dropped_at is null;
create index refunds_payment on refunds (payment_id) where payment_id is not null;
create index refunds_goodwill on refunds (booking_id) where reason = 'goodwill' and dropped_at is null;

-- What the owner's day asks of all bookings at once: what they are to pay next, what was paid too much, whose
-- contract nobody has signed. All are sums over whatever was paid, owed back and agreed. Here they are kept, for the
-- bookings that have any of it, by the triggers that settle a booking (decision 76).
create table open_matters (
  booking_id uuid primary key references bookings on delete cascade,
  payment_amount bigint check (payment_amount > 0),
  payment_due_on date,
  payment_late_after date,
  overpaid bigint check (overpaid > 0),
  overpaid_at timestamptz,
  is_unsigned boolean not null,
  is_uninvoiced boolean not null default false,
  payment_position smallint,
  final_invoice_after date,
  constraint open_matters_check check ((overpaid is null) = (overpaid_at is null)),
  constraint open_matters_check1 check (payment_amount is not null or (payment_due_on is null
    and payment_late_after is null))
);
create index open_matters_overpaid on open_matters (overpaid_at) where overpaid is not null;
create index open_matters_unsigned on open_matters (booking_id) where is_unsigned;
create index open_matters_uninvoiced on open_matters (booking_id) where is_uninvoiced;
create index open_matters_final on open_matters (final_invoice_after) where final_invoice_after is not null;

-- A try to pay by card: a session of the provider's, asked for when somebody wants to pay. It covers what is due from
-- `covers_from` cents of the total on: what arrives for cents that something else has covered since is given back.
create table card_payments (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings,
  provider text not null check (provider in ('stripe', 'demo')),
  amount integer not null check (amount > 0),
  covers_from integer not null check (covers_from >= 0),
  made_at timestamptz not null,
  status text not null default 'opening' check (status in ('opening', 'open', 'paid', 'closed')),
  session_id text,
  url text,
  ends_at timestamptz,
  settled_at timestamptz,
  failure text,
  payment_id uuid unique references payments,
  looked_at timestamptz,
  saves_card boolean not null default false,
  unique (provider, session_id),
  constraint card_payments_check check (status <> 'open' or (session_id is not null and url is not null
    and ends_at is not null)),
  constraint card_payments_check1 check ((status = 'paid') = (payment_id is not null)),
  constraint card_payments_check2 check ((status in ('paid', 'closed')) = (settled_at is not null))
);
create unique index card_payments_one_open on card_payments (booking_id) where status in ('opening', 'open');
create index card_payments_booking on card_payments (booking_id, made_at);
create index card_payments_waiting on card_payments (made_at) where status in ('opening', 'open');

-- The demonstration's own provider: what a real one would know of its sessions and refunds. No money stands behind it.
create table demo_card_sessions (
  id uuid primary key,
  amount integer not null check (amount > 0),
  url text not null,
  state text not null default 'open' check (state in ('open', 'paid', 'expired')),
  made_at timestamptz not null,
  failure text,
  kind text not null default 'payment' check (kind in ('payment', 'save', 'on-session'))
);

create table demo_card_refunds (
  id uuid primary key,
  session_id uuid not null references demo_card_sessions,
  amount integer not null check (amount > 0)
);

create table demo_card_holds (
  id uuid primary key,
  amount integer not null check (amount > 0),
  state text not null default 'held' check (state in ('held', 'captured', 'released')),
  captured integer,
  made_at timestamptz not null,
  constraint demo_card_holds_check check ((state = 'captured') = (captured is not null))
);

-- Each event once. Nothing of it is believed but that there is something to look at.
create table provider_events (
  provider text not null check (provider = 'stripe'),
  event_id text not null,
  kind text not null,
  object_id text not null,
  received_at timestamptz not null,
  primary key (provider, event_id)
);
create index provider_events_received on provider_events (received_at);

create table deposits (
  booking_id uuid primary key references bookings,
  amount integer not null check (amount > 0),
  opened_at timestamptz not null,
  means text check (means in ('card', 'cheque', 'transfer')),
  provider text check (provider in ('stripe', 'demo')),
  customer_ref text,
  method_ref text,
  card_label text,
  saved_at timestamptz,
  consent text,
  failure text,
  failed_at timestamptz,
  received_on date,
  received_by uuid references profiles,
  announced_at timestamptz,
  announced_by uuid references profiles,
  announced_amount integer,
  reason text,
  answer text,
  answered_at timestamptz,
  closed_at timestamptz,
  closed_by uuid references profiles,
  kept integer,
  settled_at timestamptz,
  trouble text,
  trouble_seen_at timestamptz,
  told_at timestamptz,
  report_id uuid references condition_reports on delete set null,
  announced_mail uuid,
  constraint deposits_check check (announced_amount >= 1 and announced_amount <= amount),
  constraint deposits_check1 check ((announced_at is null) = (announced_amount is null)),
  constraint deposits_check2 check (kept >= 0 and kept <= amount),
  constraint deposits_check3 check (kept <= coalesce(announced_amount, 0)),
  constraint deposits_check4 check ((closed_at is null) = (kept is null)),
  constraint deposits_check5 check (settled_at is null or closed_at is not null),
  constraint deposits_check6 check ((not (means is distinct from 'card')) = (saved_at is not null)),
  constraint deposits_check7 check (saved_at is null or (provider is not null and consent is not null)),
  constraint deposits_check8 check (((means in ('cheque', 'transfer')) is not TRUE) or received_on is not null),
  constraint deposits_check9 check ((failure is null) = (failed_at is null)),
  constraint deposits_told_check check (told_at is null or announced_at is not null)
);
create index deposits_unsettled on deposits (booking_id) where settled_at is null;

-- A try to save a card or to authorise the deposit on it: a page of the provider's that is open, or an authorisation.
create table deposit_tries (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references deposits(booking_id),
  provider text not null check (provider in ('stripe', 'demo')),
  kind text not null check (kind in ('save', 'on-session', 'off-session')),
  amount integer not null check (amount > 0),
  made_at timestamptz not null,
  status text not null default 'opening',
  session_id text,
  url text,
  ends_at timestamptz,
  hold_id text,
  capture_before timestamptz,
  captured integer,
  failure text,
  settled_at timestamptz,
  looked_at timestamptz,
  unique (provider, session_id),
  unique (provider, hold_id),
  constraint deposit_tries_status_check check (status in ('opening', 'open', 'saved', 'held', 'captured',
    'released', 'refused', 'closed')),
  constraint deposit_tries_check check (captured >= 1 and captured <= amount),
  constraint deposit_tries_check1 check (kind = 'off-session' or (status in ('opening', 'closed'))
    or session_id is not null),
  constraint deposit_tries_check2 check ((status <> all (array['held', 'captured'])) or (hold_id is not null
    and capture_before is not null)),
  constraint deposit_tries_check3 check ((status = 'captured') = (captured is not null))
);
create unique index deposit_tries_one_open on deposit_tries
  (booking_id, (kind = 'off-session')) where status in ('opening', 'open');
create unique index deposit_tries_one_captured on deposit_tries (booking_id) where status = 'captured';
create index deposit_tries_booking on deposit_tries (booking_id, made_at);
create index deposit_tries_held on deposit_tries (booking_id) where status = 'held';

-- A customer disputes a payment at their bank: what the provider says of it, the last time it was asked.
create table card_disputes (
  provider text not null check (provider = 'stripe'),
  provider_id text not null,
  booking_id uuid not null references bookings,
  payment_id uuid references payments,
  amount integer not null check (amount > 0),
  reason text not null,
  stage text not null check (stage in ('to_answer', 'answered', 'won', 'lost')),
  answer_by timestamptz,
  opened_at timestamptz not null,
  looked_at timestamptz not null,
  deposit_try_id uuid references deposit_tries,
  primary key (provider, provider_id),
  constraint card_disputes_of_one check (num_nonnulls(payment_id, deposit_try_id) = 1)
);
create index card_disputes_booking on card_disputes (booking_id);
create index card_disputes_to_answer on card_disputes (answer_by) where stage = 'to_answer';

create table invoices (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings,
  customer_id uuid not null references profiles,
  kind text not null check (kind in ('down-payment', 'final', 'kept', 'credit-note')),
  series text not null,
  year smallint not null,
  sequence integer not null check (sequence > 0),
  number text not null unique,
  issued_at timestamptz not null,
  issued_on date not null,
  total integer not null check (total > 0),
  net integer not null,
  vat integer not null,
  amount integer not null,
  content jsonb not null,
  credits uuid unique references invoices,
  pdf_key text,
  pdf_sha256 text check (pdf_sha256 ~ '^[0-9a-f]{64}$'),
  words text generated always as (without_accents(((number || ' ') || (content #>> '{buyer,name}'::text[])))) stored,
  is_example boolean not null default false,
  erased_at timestamptz,
  unique (series, year, sequence),
  constraint invoices_check1 check (extract(year from issued_on) = year::numeric),
  constraint invoices_check2 check (amount >= 0 and amount <= total),
  constraint invoices_check3 check (total = (net + vat)),
  constraint invoices_check4 check ((kind = 'credit-note') = (credits is not null)),
  constraint invoices_check5 check ((pdf_key is null) = (pdf_sha256 is null)),
  constraint invoices_series_of_kind check (series = 'DEMO' or (series =
case kind
    when 'credit-note' then 'A'
    else 'F'
end))
);
create index invoices_booking on invoices (booking_id, issued_at);
create index invoices_issued on invoices (issued_on desc, number desc);
create index invoices_without_file on invoices (issued_at) where pdf_key is null;
create index invoices_words on invoices using gin (words gin_trgm_ops);
create index invoices_final on invoices (booking_id) where kind = 'final';
create index invoices_credits on invoices (booking_id) where kind = 'credit-note';
create index invoices_by_issue on invoices (issued_at, series, sequence);
create index invoices_by_client on invoices
  (without_accents((content #>> '{buyer,name}'::text[])), issued_at, series, sequence);
create index invoices_by_total on invoices (total, issued_at, series, sequence);

-- The last number of each series and year. Its row is locked by who takes the next one until their transaction ends, so
-- that a number that was not used after all is the next one's.
create table invoice_counters (
  series text not null check (series in ('F', 'A', 'DEMO')),
  year smallint not null,
  last integer not null check (last > 0),
  primary key (series, year)
);

-- The down payments that a final invoice takes off.
create table invoice_deductions (
  invoice_id uuid not null references invoices,
  deducted_id uuid not null references invoices,
  primary key (invoice_id, deducted_id)
);

-- From then on bookings are invoiced: nothing is invoiced that was over before.
create table invoicing_start (
  id smallint primary key default 1 check (id = 1),
  day date not null
);

create table bank_statements (
  id uuid primary key default gen_random_uuid(),
  format text not null check (format in ('camt.053', 'cfonb120', 'csv')),
  account text,
  header_sha256 text check (header_sha256 ~ '^[0-9a-f]{64}$'),
  imported_at timestamptz not null,
  imported_by uuid not null references profiles,
  fresh integer not null,
  known integer not null,
  aside integer not null
);
create index bank_statements_at on bank_statements (imported_at desc, id);

-- Which column is what, for the tables of one bank: by the SHA-256 of their header.
create table bank_csv_layouts (
  header_sha256 text primary key check (header_sha256 ~ '^[0-9a-f]{64}$'),
  columns jsonb not null,
  chosen_at timestamptz not null,
  chosen_by uuid not null references profiles
);

-- CSV files whose columns nobody has chosen yet, until they are or a week has passed.
create table bank_tables_waiting (
  id uuid primary key default gen_random_uuid(),
  sha256 text not null unique check (sha256 ~ '^[0-9a-f]{64}$'),
  content text not null,
  brought_at timestamptz not null,
  brought_by uuid not null references profiles
);

-- Money that arrived, and money that went out in the amount of a refund that was owed; nothing else of an account is
-- kept.
create table bank_lines (
  id uuid primary key default gen_random_uuid(),
  statement_id uuid not null references bank_statements,
  entry_key text not null unique check (entry_key ~ '^[0-9a-f]{64}$'),
  booked_on date not null,
  amount integer not null check (amount <> 0),
  label text not null,
  counterparty text,
  reference text,
  payment_id uuid unique references payments,
  recorded boolean not null default false,
  refund_id uuid unique references refunds,
  dismissed_at timestamptz,
  decided_at timestamptz,
  decided_by uuid references profiles,
  reversal boolean not null default false,
  constraint bank_lines_check check (num_nonnulls(payment_id, refund_id, dismissed_at) <= 1),
  constraint bank_lines_check1 check (payment_id is null or amount > 0),
  constraint bank_lines_check2 check (refund_id is null or amount < 0),
  constraint bank_lines_check3 check ((not recorded) or payment_id is not null),
  constraint bank_lines_check4 check ((decided_at is null) = (decided_by is null))
);
create index bank_lines_by_day on bank_lines (booked_on desc, id);
create index bank_lines_statement on bank_lines (statement_id);

create table takings (
  number bigint primary key,
  kind text not null check (kind in ('payment', 'refund')),
  source_id uuid not null,
  booking_number bigint not null,
  means text not null,
  amount integer not null check (amount <> 0),
  moved_on date not null,
  recorded_at timestamptz not null,
  corrects bigint references takings(number),
  day date not null,
  previous_hash text not null check (previous_hash ~ '^[0-9a-f]{64}$'),
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$')
);
create index takings_day on takings (day, number);
create index takings_moved on takings (moved_on, number);
create unique index takings_payment_once on takings (source_id) where kind = 'payment';
create index takings_of_refund on takings (source_id, number) where kind = 'refund';
create index takings_corrects on takings (corrects) where corrects is not null;
create index takings_of_booking on takings (booking_number, number);

create table demonstration_takings (
  number bigint primary key,
  kind text not null check (kind in ('payment', 'refund')),
  source_id uuid not null,
  booking_number bigint not null,
  means text not null,
  amount integer not null check (amount <> 0),
  moved_on date not null,
  recorded_at timestamptz not null,
  corrects bigint references demonstration_takings(number)
);
create index demonstration_takings_of_source on demonstration_takings (source_id, number);

-- A day, a month or a year that is over, with what it brought and all that came since the beginning ("total
-- perpétuel").
create table takings_closings (
  number bigint primary key,
  period text not null check (period in ('day', 'month', 'year')),
  first_day date not null,
  last_day date not null,
  first_taking bigint references takings(number),
  last_taking bigint references takings(number),
  entries integer not null,
  received bigint not null,
  refunded bigint not null,
  by_means jsonb not null,
  perpetual_entries bigint not null,
  perpetual_received bigint not null,
  perpetual_refunded bigint not null,
  last_hash text not null check (last_hash ~ '^[0-9a-f]{64}$'),
  previous_hash text not null check (previous_hash ~ '^[0-9a-f]{64}$'),
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
  seal text not null check (seal ~ '^[0-9a-f]{64}$'),
  closed_at timestamptz not null,
  unique (period, last_day),
  constraint takings_closings_check check (((first_taking is null) = (last_taking is null))
    and ((first_taking is null) = (entries = 0))),
  constraint takings_closings_check1 check (first_day <= last_day and (period <> 'day' or first_day = last_day))
);

-- What each check of the register found.
create table takings_checks (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  entries bigint not null,
  closings bigint not null,
  findings jsonb not null check (jsonb_typeof(findings) = 'array'),
  found integer not null
);
create index takings_checks_at on takings_checks (at);

-- Where a line stands follows from what became of its payment or refund: a counter-entry on the booking's page, or a
-- transfer that came back, opens the line again.
create view bank_lines_now as
  select line.*,
    case
      when dismissed_at is not null then 'dismissed'
      when payment_id is not null
        and not exists (select from payments taken where taken.corrects = line.payment_id) then 'settled'
      when refund_id is not null
        and exists (select from refunds where refunds.id = line.refund_id and made_at is not null) then 'settled'
      else 'open'
    end as state
  from bank_lines line;

-- Together they are the contract's total, once the transaction that writes them ends.
create function instalments_are_the_total()
returns trigger language plpgsql as $$
begin
  if new.contract_id is not null and (select sum(amount) from instalments where contract_id = new.contract_id)
    is distinct from (select total from contracts where id = new.contract_id)
  then
    raise exception 'The instalments of a contract are not its total' using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- What a payment provider calls a payment or a refund is kept for 13 months, to answer a disputed card (D31). After
-- that it may be erased, once and for all; the entry itself stays as it is.
create function keep_money()
returns trigger language plpgsql as $$
declare
  noted constant text[] := case tg_table_name when 'refunds'
    then array['made_on', 'made_means', 'made_at', 'made_by', 'provider', 'provider_id', 'dropped_at'] else '{}' end;
  before jsonb := to_jsonb(old);
  after jsonb;
begin
  if tg_op = 'UPDATE' then
    after := to_jsonb(new);
    if before - noted - 'note' = after - noted - 'note'
      and coalesce((select bool_and(before -> name = 'null' or before -> name = after -> name) from unnest(noted) name), true)
      and (new.note is null or new.note is not distinct from old.note
        or tg_table_name = 'refunds' and old.note is null and before -> 'made_at' = 'null' and after -> 'made_at' <> 'null')
    then
      return new;
    end if;
    if before - 'provider_id' = after - 'provider_id' and new.provider_id = 'erased-' || old.id
      and (before ->> case tg_table_name when 'refunds' then 'made_at' else 'recorded_at' end)::timestamptz
        < now() - interval '13 months'
    then
      return new;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- A counter-entry takes back exactly one payment, and no more is given back than was paid. Under the lock of the
-- booking.
create function check_money()
returns trigger language plpgsql as $$
declare
  paid bigint;
  given_back bigint;
begin
  perform 1 from bookings where id = new.booking_id for no key update;
  if tg_table_name = 'payments' then
    if new.corrects is not null and not exists (
      select from payments where id = new.corrects and corrects is null and booking_id = new.booking_id
        and means = new.means and amount = -new.amount)
    then
      raise exception 'A counter-entry takes back one whole payment' using errcode = 'check_violation';
    end if;
  end if;
  select coalesce(sum(amount), 0) into paid from payments where booking_id = new.booking_id;
  select coalesce(sum(amount), 0) into given_back from refunds
    where booking_id = new.booking_id and kind = 'refund' and dropped_at is null;
  if given_back > paid then
    raise exception 'No more is given back than was paid' using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- What the version in force asks for, less goodwill: the last instalment first, and none that nothing is left of.
create function instalments_in_force(booking uuid)
returns setof instalments language sql stable as $$
  select id, booking_id, contract_id, position, kind,
    (amount - least(amount, greatest(0, goodwill - later)))::integer, due_on, created_at
  from (
    select instalments.*, sum(amount) over (order by position desc) - amount as later, (
      select coalesce(sum(refunds.amount), 0) from refunds
      where refunds.booking_id = booking and reason = 'goodwill' and dropped_at is null) as goodwill
    from instalments
    where booking_id = booking and contract_id is not distinct from contract_in_force(booking)) asked
  where amount > goodwill - later
$$;

-- As before (0162): what a confirmed booking is owed back pays nothing.
create function payment_status_of(booking uuid, booking_status text)
returns text language plpgsql stable as $$
declare
  paid bigint;
  given_back bigint;
  owed_back bigint;
  goodwill bigint;
  asked bigint;
  down bigint;
  is_agreed boolean;
begin
  select coalesce(sum(amount), 0) into paid from payments where booking_id = booking;
  select coalesce(sum(amount) filter (where kind = 'refund' and made_at is not null), 0),
    coalesce(sum(amount) filter (where kind = 'refund' and dropped_at is null), 0),
    coalesce(sum(amount) filter (where reason = 'goodwill' and dropped_at is null), 0)
    into given_back, owed_back, goodwill from refunds where booking_id = booking;
  select greatest(0, coalesce(sum(amount), 0) - goodwill), min(amount) filter (where kind = 'down-payment'),
    count(*) > 0 or booking_status not in ('pending', 'confirmed')
    into asked, down, is_agreed
    from instalments where booking_id = booking and contract_id is not distinct from contract_in_force(booking);
  if booking_status <> 'confirmed' then
    owed_back := given_back;
  end if;
  -- The down payment is the first instalment: goodwill reaches it last.
  down := nullif(case when down > asked then asked else down end, 0);
  return case
    when given_back > 0 and given_back >= paid then 'refunded'
    when given_back > 0 and booking_status <> 'confirmed' then 'partially_refunded'
    when paid - owed_back > 0 and paid - owed_back >= asked and is_agreed then 'paid'
    when paid - owed_back >= down then 'down_payment_paid'
    when asked > 0 and booking_status = 'confirmed' or paid > 0 then 'awaiting'
    else 'none' end;
end $$;

-- What keeps refunds as they are, by a trigger of their own. As before, what is noted later is noted once, and the
-- provider's number is erased after 13 months (D31). One step more: a refund by card that fails, at once or after it
-- was made, is an open matter again, once.
create function keep_refund()
returns trigger language plpgsql as $$
declare
  noted constant text[] := array['made_on', 'made_means', 'made_at', 'made_by', 'provider', 'provider_id', 'dropped_at', 'begun_at'];
  failing constant text[] := array['made_on', 'made_means', 'made_at', 'made_by', 'provider', 'provider_id', 'failed_at', 'failure', 'note'];
  before jsonb := to_jsonb(old);
  after jsonb;
begin
  if tg_op = 'UPDATE' then
    after := to_jsonb(new);
    if new.failed_at is not null and new.failed_at is distinct from old.failed_at and new.made_at is null
      and (old.made_at is not null or old.payment_id is not null and old.failed_at is null)
      and (new.note is null or new.note is not distinct from old.note)
      and before - failing = after - failing
    then
      return new;
    end if;
    if before - noted - 'note' = after - noted - 'note'
      and (select bool_and(before -> name = 'null' or before -> name = after -> name) from unnest(noted) name)
      and (new.note is null or new.note is not distinct from old.note
        or old.note is null and old.made_at is null and new.made_at is not null)
    then
      return new;
    end if;
    if before - 'provider_id' = after - 'provider_id' and new.provider_id = 'erased-' || old.id
      and old.made_at < now() - interval '13 months'
    then
      return new;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- No more of one card payment goes back than it was.
create function check_card_refund()
returns trigger language plpgsql as $$
begin
  perform 1 from bookings where id = new.booking_id for no key update;
  if not exists (
    select from payments where id = new.payment_id and booking_id = new.booking_id and provider is not null
      and amount >= (select sum(amount) from refunds where payment_id = new.payment_id and dropped_at is null))
  then
    raise exception 'No more of a card payment is given back than it was' using errcode = 'check_violation';
  end if;
  return null;
end $$;

create function next_invoice_sequence(of_series text, of_year smallint)
returns integer language sql as $$
  insert into invoice_counters (series, year, last) values (of_series, of_year, 1)
  on conflict (series, year) do update set last = invoice_counters.last + 1
  returning last
$$;

-- An invoice stays as it is; its file is noted once.
create function keep_invoice()
returns trigger language plpgsql as $$
declare
  -- A generated column is not there yet.
  filed constant text[] := array['pdf_key', 'pdf_sha256', 'words'];
begin
  if tg_op = 'UPDATE' and old.erased_at is null then
    if old.pdf_key is null and to_jsonb(old) - filed = to_jsonb(new) - filed then
      return new;
    end if;
    -- Ten years from the end of its year (L123-22 of the code de commerce), whatever instant is asked for.
    if old.year + 10 < extract(year from now() at time zone 'Europe/Paris')
      and new.erased_at is not null and new.pdf_key is null and new.pdf_sha256 is null
      and new.content = without_buyer(old.content)
      and to_jsonb(old) - filed - array['content', 'erased_at'] = to_jsonb(new) - filed - array['content', 'erased_at']
    then
      return new;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- A number is the next of its series and year, whoever writes it: a hole cannot be made by hand either.
create function check_invoice_number()
returns trigger language plpgsql as $$
begin
  if (new.series = 'DEMO') <> (select is_demonstration from bookings where id = new.booking_id) then
    raise exception 'Invoice % is in the wrong series', new.number using errcode = 'check_violation';
  end if;
  if new.sequence <> 1 and not exists (
    select from invoices where series = new.series and (year = new.year or series = 'DEMO') and sequence = new.sequence - 1)
  then
    raise exception 'Invoice % would leave a gap', new.number using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- `taken_back`: the payment or refund whose last line this one takes back.
create function add_taking(
  of_kind text,
  of_source uuid,
  of_booking uuid,
  its_means text,
  its_amount integer,
  its_day date,
  its_record timestamptz,
  taken_back uuid
)
returns void language plpgsql as $$
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
  if taken_back is not null then
    select number into strict line.corrects from takings
      where kind = of_kind and source_id = taken_back order by number desc limit 1;
  end if;
  line.day := greatest((its_record at time zone 'Europe/Paris')::date, last.day,
    (select max(last_day) + 1 from takings_closings where period = 'day'));
  line.previous_hash := coalesce(last.hash, repeat('0', 64));
  line.hash := taking_hash(line.previous_hash, line.number, line.kind, line.source_id, line.booking_number, line.means,
    line.amount, line.moved_on, line.recorded_at, line.corrects, line.day);
  insert into takings select line.*;
end $$;

-- The goodwill of a booking since then, in cents; since ever for null. What came before an end was counted by the end.
create function goodwill_of(booking uuid, since timestamptz)
returns bigint language sql stable as $$
  select coalesce(sum(amount), 0) from refunds
  where booking_id = booking and reason = 'goodwill' and dropped_at is null and (since is null or created_at >= since)
$$;

-- Money that a booking is owed back pays nothing of it: a rental that we end is refunded days after its price has gone
-- (D60). As before (0154), without the refunds that are made, which are owed too.
create function open_matters_of(ids uuid[])
returns setof open_matters language sql stable as $$
  select booking.id, next.amount, next.due_on, next.late_after, over.amount, case when over.amount is not null then received.at end,
    booking.status = 'confirmed' and version.status is distinct from 'signed', uninvoiced, next.position, final.after
  from bookings booking
    left join contracts version on version.id = contract_in_force(booking.id)
    cross join lateral (
      select coalesce(sum(amount), 0) as amount, max(recorded_at) as at from payments where booking_id = booking.id) received
    cross join lateral (
      select coalesce(sum(amount), 0) as owed
      from refunds where booking_id = booking.id and kind = 'refund' and dropped_at is null) back
    left join lateral (
      select (array_agg(least(amount, upto - (received.amount - back.owed)) order by position))[1] as amount,
        (array_agg(due_on order by position))[1] as due_on, min(due_on) as late_after, min(position) as position
      from (select position, amount, due_on, sum(amount) over (order by position) as upto
        from instalments_in_force(booking.id)) asked
      where upto > received.amount - back.owed) next
      on booking.status = 'confirmed' and payment_status in ('none', 'awaiting', 'down_payment_paid')
        and coalesce(version.status = 'signed', true)
    left join booking_ends ended on ended.booking_id = booking.id and undone_at is null
    cross join lateral (
      select case when booking.status in ('pending', 'confirmed')
        then case when received.amount - back.owed > booking.total - goodwill_of(booking.id, null)
          then received.amount - back.owed - coalesce(version.total, booking.total) + goodwill_of(booking.id, null) end
        when received.amount <> back.owed
        then received.amount - back.owed - greatest(0, coalesce(ended.kept, 0) - goodwill_of(booking.id, ended.at)) end as amount
    ) beyond
    cross join lateral (select case when beyond.amount > 0 then beyond.amount end as amount) over
    cross join lateral (
      select not is_example and received.amount - back.owed > (
        select coalesce(sum(case kind when 'credit-note' then -invoices.amount else invoices.amount end), 0)
        from invoices where booking_id = booking.id) as uninvoiced) invoicing
    cross join lateral (
      select case when booking.status = 'confirmed' and not is_example and not exists (
        select from invoices where booking_id = booking.id and kind = 'final') then returns_on end as after) final
  where booking.id = any (ids)
    and (next.amount is not null or over.amount is not null or uninvoiced or final.after is not null
      or booking.status = 'confirmed' and version.status is distinct from 'signed')
$$;

-- As before (0147, 0151), with it.
create function keep_open_matters(ids uuid[])
returns void language plpgsql set plan_cache_mode to 'force_generic_plan' as $$
begin
  with found as materialized (select * from open_matters_of(ids)), kept as (
    insert into open_matters select * from found
    on conflict (booking_id) do update set
      (payment_amount, payment_due_on, payment_late_after, overpaid, overpaid_at, is_unsigned, is_uninvoiced, payment_position,
        final_invoice_after)
      = (excluded.payment_amount, excluded.payment_due_on, excluded.payment_late_after, excluded.overpaid, excluded.overpaid_at,
        excluded.is_unsigned, excluded.is_uninvoiced, excluded.payment_position, excluded.final_invoice_after)
    where open_matters is distinct from excluded)
  delete from open_matters where booking_id = any (ids) and booking_id not in (select booking_id from found);
end $$;

-- `add_taking`, in the register that the booking belongs to. A card provider's real money is real wherever it arrives.
create function add_taking_of_booking(
  of_kind text,
  of_source uuid,
  of_booking uuid,
  its_means text,
  its_amount integer,
  its_day date,
  its_record timestamptz,
  taken_back uuid,
  its_provider text
)
returns void language plpgsql as $$
declare
  its_booking bigint;
  is_play boolean;
begin
  select number, is_demonstration into strict its_booking, is_play from bookings where id = of_booking;
  if not is_play or its_provider = 'stripe' then
    perform add_taking(of_kind, of_source, of_booking, its_means, its_amount, its_day, its_record, taken_back);
    return;
  end if;
  perform lock_takings();
  insert into demonstration_takings (number, kind, source_id, booking_number, means, amount, moved_on, recorded_at, corrects)
  values (coalesce((select max(number) from demonstration_takings), 0) + 1, of_kind, of_source, its_booking, its_means,
    its_amount, its_day, its_record,
    (select max(number) from demonstration_takings where kind = of_kind and source_id = taken_back));
end $$;

create function register_payment()
returns trigger language plpgsql as $$
begin
  perform add_taking_of_booking('payment', new.id, new.booking_id, new.means, new.amount, new.received_on, new.recorded_at,
    new.corrects, coalesce(new.provider, (select provider from payments where id = new.corrects)));
  return null;
end $$;

-- A refund is money that moved once it was made.
create function register_refund()
returns trigger language plpgsql as $$
begin
  perform add_taking_of_booking('refund', new.id, new.booking_id, new.made_means, -new.amount, new.made_on, new.made_at,
    null, new.provider);
  return null;
end $$;

create function register_returned_refund()
returns trigger language plpgsql as $$
begin
  perform add_taking_of_booking('refund', new.id, new.booking_id, old.made_means, new.amount,
    (new.failed_at at time zone 'Europe/Paris')::date, new.failed_at, new.id, old.provider);
  return null;
end $$;

create trigger demonstration_takings_append_only before delete or update on demonstration_takings
  for each row execute function refuse_change();
create trigger demonstration_takings_no_truncate before truncate on demonstration_takings
  for each statement execute function refuse_change();
create trigger instalments_append_only before delete or update on instalments
  for each row execute function refuse_change();
create trigger instalments_no_truncate before truncate on instalments
  for each statement execute function refuse_change();
create constraint trigger instalments_total after insert on instalments deferrable initially deferred
  for each row execute function instalments_are_the_total();
create trigger instalments_settle after insert on instalments
  referencing new table as changed for each statement execute function settle_changed();
create trigger invoice_deductions_append_only before delete or update on invoice_deductions
  for each row execute function refuse_change();
create trigger invoice_deductions_no_truncate before truncate on invoice_deductions
  for each statement execute function refuse_change();
create trigger invoices_kept before delete or update on invoices for each row execute function keep_invoice();
create trigger invoices_no_truncate before truncate on invoices for each statement execute function refuse_change();
create constraint trigger invoices_without_gap after insert on invoices deferrable initially deferred
  for each row execute function check_invoice_number();
create trigger invoices_settle after insert on invoices
  referencing new table as changed for each statement execute function settle_changed();
create trigger payments_kept before delete or update on payments for each row execute function keep_money();
create trigger payments_no_truncate before truncate on payments for each statement execute function refuse_change();
create trigger payments_checked after insert on payments for each row execute function check_money();
create trigger payments_settle after insert on payments
  referencing new table as changed for each statement execute function settle_changed();
create constraint trigger payments_registered after insert on payments deferrable initially deferred
  for each row execute function register_payment();
create trigger refunds_no_truncate before truncate on refunds for each statement execute function refuse_change();
create trigger refunds_checked after insert on refunds for each row execute function check_money();
create trigger refunds_settle_new after insert on refunds
  referencing new table as changed for each statement execute function settle_changed();
create trigger refunds_settle after update on refunds
  referencing new table as changed for each statement execute function settle_changed();
create trigger refunds_kept before delete or update on refunds for each row execute function keep_refund();
create trigger refunds_of_card_checked after insert on refunds
  for each row when (new.payment_id is not null) execute function check_card_refund();
create constraint trigger refunds_registered_new after insert on refunds deferrable initially deferred
  for each row when (new.made_at is not null) execute function register_refund();
create constraint trigger refunds_registered after update on refunds deferrable initially deferred
  for each row when (old.made_at is null and new.made_at is not null) execute function register_refund();
create constraint trigger refunds_returned after update on refunds deferrable initially deferred
  for each row when (old.made_at is not null and new.made_at is null) execute function register_returned_refund();
create trigger takings_append_only before delete or update on takings for each row execute function refuse_change();
create trigger takings_no_truncate before truncate on takings for each statement execute function refuse_change();
create trigger takings_closings_append_only before delete or update on takings_closings
  for each row execute function refuse_change();
create trigger takings_closings_no_truncate before truncate on takings_closings
  for each statement execute function refuse_change();

-- Rentals that were over by then are not invoiced.
insert into invoicing_start (day) values ((now() at time zone 'Europe/Paris')::date);
