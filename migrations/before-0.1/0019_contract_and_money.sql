-- From the confirmation to the signature and the first payment (decision 21): what becomes of a contract's version and how
-- it was signed, its trail of evidence, the links by which a booking is read and signed, what is due, paid and given back,
-- how a booking ended, and the dates that its customer asks for instead.

-- ---------------------------------------------------------------------------------------------- contracts

drop trigger contracts_kept on contracts;

alter table contracts
  drop constraint contracts_status_check,
  -- void: its booking ended before anybody had signed.
  add constraint contracts_status_check check (status in ('prepared', 'sent', 'signed', 'replaced', 'lapsed', 'void')),
  -- The booking as it was when the version was made, so that a change that nobody signs can be taken back (D59):
  -- {"version": 1, dates, options, photoPacks, isDelivery, address, distance, distanceToConfirm, deliveryFee}. Null for
  -- what was made before, and once retention has erased it: an address is somebody's.
  add column booked jsonb,
  -- Until when it can be signed (D12). Null: it was never sent by mail, and nothing runs that nobody could know of.
  add column due_at timestamptz,
  add column reminded_at timestamptz,
  -- The frozen document and the sealed one in the storage, each with the SHA-256 of its bytes in hexadecimal.
  add column pdf_key text,
  add column pdf_sha256 text check (pdf_sha256 ~ '^[0-9a-f]{64}$'),
  add column sealed_key text,
  add column sealed_sha256 text check (sealed_sha256 ~ '^[0-9a-f]{64}$'),
  -- By the link of a mail, by a code sent to the account's address, on a paper, on the owner's screen (D56).
  add column signed_how text check (signed_how in ('link', 'code', 'paper', 'on-site')),
  add constraint contracts_pdf_with_its_hash check (pdf_key is null or pdf_sha256 is not null),
  add constraint contracts_sealed_with_its_hash check (sealed_key is null or sealed_sha256 is not null);

alter table contracts
  add constraint contracts_due_once_sent check (due_at is null or sent_at is not null),
  add constraint contracts_reminded_of_a_deadline check (reminded_at is null or due_at is not null);

-- As before (0015), with what can be noted since: each of these things once. Erasure takes the text, the booking's facts
-- and the keys of the files; hashes stay.
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
    if before - erased = after - erased
      and (select bool_and(after -> name = 'null' or after -> name = before -> name) from unnest(erased) name)
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
create trigger contracts_kept before update or delete on contracts for each row execute function keep_contract();

-- What the sweeps ask: which texts have a deadline.
create index contracts_due on contracts (due_at) where status = 'sent' and due_at is not null;

-- The 48 hours run only from a text that was sent (D12). A confirmation alone had noted them so far, and nothing was ever
-- mailed to be signed: no booking that exists may end by them.
alter table bookings disable trigger bookings_touch;
update bookings set contract_due_at = null where contract_due_at is not null;
alter table bookings enable trigger bookings_touch;

-- ---------------------------------------------------------------------------------------------- evidence

-- What happened to a version, for a court: facts, ids and hashes, for good (D26, D52).
create table contract_evidence (
  id bigint generated always as identity primary key,
  contract_id uuid not null references contracts (id),
  at timestamptz not null,
  -- As the union in domain/contracts/evidence.ts names it.
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object')
);
create index contract_evidence_contract on contract_evidence (contract_id, id);
create trigger contract_evidence_append_only before update or delete on contract_evidence
  for each row execute function refuse_change();
create trigger contract_evidence_no_truncate before truncate on contract_evidence
  for each statement execute function refuse_change();

-- Who, from where, by what, and the signature itself: {name, email, address, userAgent, signature …}. Of a signed contract
-- it is kept whole for ten years; of what was never signed retention may erase it (D52). Null is what was erased.
create table contract_evidence_details (
  evidence_id bigint primary key references contract_evidence (id),
  personal jsonb default '{}' check (jsonb_typeof(personal) = 'object')
);
create function keep_evidence() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.evidence_id = old.evidence_id and new.personal is null and exists (
    select from contract_evidence join contracts on contracts.id = contract_id
    where contract_evidence.id = old.evidence_id and status not in ('prepared', 'sent')
      and (signed_at is null or signed_at < now() - interval '10 years'))
  then
    return new;
  end if;
  raise exception '% can only be erased', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger contract_evidence_details_kept before update or delete on contract_evidence_details
  for each row execute function keep_evidence();
create trigger contract_evidence_details_no_truncate before truncate on contract_evidence_details
  for each statement execute function refuse_change();

-- ---------------------------------------------------------------------------------------------- links and codes

-- A capability for one booking and one purpose (D56): opened as often as one likes until it ends, and what it is for is
-- done once; from then on it reads.
create table booking_links (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings (id),
  purpose text not null check (purpose in ('read', 'sign')),
  -- SHA-256 of the secret, in base64url, as all secrets of mails and cookies.
  digest text not null unique,
  made_at timestamptz not null,
  ends_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  check (ends_at > made_at)
);
create index booking_links_booking on booking_links (booking_id);
create index booking_links_ends on booking_links (ends_at);

-- Six figures, mailed to the account that asks to sign a version: the last one that was asked for.
create table signing_codes (
  contract_id uuid primary key references contracts (id),
  account_id uuid not null references profiles (id),
  -- Keyed with the shop's secret: there are only a million of them.
  digest text not null,
  attempts integer not null default 0,
  made_at timestamptz not null,
  ends_at timestamptz not null,
  -- Since when the account has shown that it reads its mail; it may sign for a while.
  proved_at timestamptz
);
create index signing_codes_ends on signing_codes (ends_at);

-- ---------------------------------------------------------------------------------------------- due, paid, given back

-- What is to be paid and when, as a version of the contract says; those of the version in force count.
create table instalments (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings (id),
  -- Null for what was confirmed before contracts were kept.
  contract_id uuid references contracts (id),
  -- From 1, in the order of their days.
  position smallint not null check (position > 0),
  kind text not null check (kind in ('down-payment', 'balance', 'full')),
  amount integer not null check (amount > 0),
  -- Null: when the contract is signed.
  due_on date,
  created_at timestamptz not null default now(),
  unique nulls not distinct (booking_id, contract_id, position)
);
create index instalments_contract on instalments (contract_id);
create trigger instalments_append_only before update or delete on instalments for each row execute function refuse_change();
create trigger instalments_no_truncate before truncate on instalments for each statement execute function refuse_change();

-- Together they are the contract's total, once the transaction that writes them ends.
create function instalments_are_the_total() returns trigger language plpgsql as $$
begin
  if new.contract_id is not null and (select sum(amount) from instalments where contract_id = new.contract_id)
    is distinct from (select total from contracts where id = new.contract_id)
  then
    raise exception 'The instalments of a contract are not its total' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger instalments_total after insert on instalments deferrable initially deferred
  for each row execute function instalments_are_the_total();

-- What arrived. A mistake is corrected by a counter-entry, never by a change.
create table payments (
  -- Made by the form, so that what is sent twice is written once.
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings (id),
  -- carried-over: what a booking's status said before payments were rows.
  means text not null check (means in ('transfer', 'cheque', 'cash', 'card', 'carried-over')),
  -- Cents; below zero in a counter-entry.
  amount integer not null check (amount <> 0),
  received_on date not null,
  recorded_at timestamptz not null default now(),
  -- Null: the house itself, or a payment provider.
  recorded_by uuid references profiles (id),
  -- Typed freely: erasable.
  note text,
  corrects uuid unique references payments (id),
  provider text,
  provider_id text,
  unique (provider, provider_id),
  constraint payments_below_zero_correct check ((corrects is null) = (amount > 0)),
  check ((provider is null) = (provider_id is null))
);
create index payments_booking on payments (booking_id);

-- Money that is to be given back, until the owner notes how it was (D57).
create table refunds (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings (id),
  -- A refund is of what was paid, and never more; an indemnity is owed beside it (D43).
  kind text not null default 'refund' check (kind in ('refund', 'indemnity')),
  reason text not null check (reason in ('cancelled', 'withdrawn', 'changed', 'overpaid', 'carried-over')),
  amount integer not null check (amount > 0),
  -- The legal date: 14 days.
  due_on date not null,
  created_at timestamptz not null default now(),
  created_by uuid references profiles (id),
  made_on date,
  made_means text check (made_means in ('transfer', 'cheque', 'cash', 'card', 'carried-over')),
  made_at timestamptz,
  made_by uuid references profiles (id),
  -- Typed freely: erasable.
  note text,
  provider text,
  provider_id text,
  -- It is not owed any more: what caused it was taken back.
  dropped_at timestamptz,
  unique (provider, provider_id),
  constraint refunds_made_how_and_when check (
    (made_on is null) = (made_at is null) and (made_on is null) = (made_means is null)),
  constraint refunds_dropped_or_made check (dropped_at is null or made_at is null)
);
create index refunds_booking on refunds (booking_id);
create index refunds_open on refunds (due_on) where made_at is null and dropped_at is null;

-- Entries of money stay as they are: what may be noted later is noted once, and a note may be erased.
create function keep_money() returns trigger language plpgsql as $$
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
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger payments_kept before update or delete on payments for each row execute function keep_money();
create trigger payments_no_truncate before truncate on payments for each statement execute function refuse_change();
create trigger refunds_kept before update or delete on refunds for each row execute function keep_money();
create trigger refunds_no_truncate before truncate on refunds for each statement execute function refuse_change();

-- A counter-entry takes back exactly one payment, and no more is given back than was paid. Under the lock of the booking.
create function check_money() returns trigger language plpgsql as $$
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
create trigger payments_checked after insert on payments for each row execute function check_money();
create trigger refunds_checked after insert on refunds for each row execute function check_money();

-- The version that a booking's parties are held to: the last one signed, else the one that waits (D59). Null: none.
create function contract_in_force(booking uuid) returns uuid language sql stable as $$
  select id from contracts where booking_id = booking and status in ('signed', 'sent', 'prepared')
  order by status = 'signed' desc, version desc limit 1
$$;

create function instalments_in_force(booking uuid) returns setof instalments language sql stable as $$
  select * from instalments
  where booking_id = booking and contract_id is not distinct from contract_in_force(booking)
$$;

-- D10's payment status, from the sums. A booking that goes on is judged by what it has left; one that has ended tells what
-- was given back.
create function payment_status_of(booking uuid, booking_status text) returns text language sql stable as $$
  with sums as (
    select
      (select coalesce(sum(amount), 0) from payments where booking_id = booking) as paid,
      (select coalesce(sum(amount), 0) from refunds
        where booking_id = booking and kind = 'refund' and made_at is not null) as given_back,
      (select coalesce(sum(amount), 0) from instalments_in_force(booking)) as asked,
      (select amount from instalments_in_force(booking) where kind = 'down-payment') as down
  )
  select case
    when given_back > 0 and given_back >= paid then 'refunded'
    when given_back > 0 and booking_status <> 'confirmed' then 'partially_refunded'
    when paid - given_back > 0 and paid - given_back >= asked then 'paid'
    when paid - given_back >= down then 'down_payment_paid'
    when asked > 0 and booking_status = 'confirmed' or paid > 0 then 'awaiting'
    else 'none' end
  from sums
$$;

-- Whatever a statement says of it.
create function derive_payment_status() returns trigger language plpgsql as $$
begin
  new.payment_status := case tg_op when 'INSERT' then 'none' else payment_status_of(new.id, new.status) end;
  return new;
end $$;

-- Follows what it is made of. The booking is locked first: of two payments at once the second sees the first.
create function settle_bookings(ids uuid[]) returns void language plpgsql as $$
begin
  perform 1 from bookings where id = any(ids) order by id for no key update;
  update bookings booking set payment_status = payment_status_of(id, status)
  where id = any(ids) and payment_status <> payment_status_of(id, status);
end $$;

create function settle_changed() returns trigger language plpgsql as $$
begin
  perform settle_bookings(array(select distinct booking_id from changed));
  return null;
end $$;

-- The same for contracts, and the deadline by which a booking ends when nobody signs, where an index of bookings can hold
-- it. A change of what was signed ends nothing (D59): its deadline stands in its contract alone.
create function settle_contracts() returns trigger language plpgsql as $$
declare
  ids uuid[] := array(select distinct booking_id from changed);
begin
  perform settle_bookings(ids);
  update bookings booking set contract_due_at = due
  from (select id, (select due_at from contracts where booking_id = of.id and contracts.status = 'sent'
        and not exists (select from contracts signed where signed.booking_id = of.id and signed.status = 'signed')) as due
    from bookings of where id = any(ids)) waiting
  where booking.id = waiting.id and contract_due_at is distinct from due;
  return null;
end $$;

-- ---------------------------------------------------------------------------------------------- ends and changes

-- Why and how a booking ended, and what it kept (D53, D43). One counts at a time: what is taken back is kept, undone.
create table booking_ends (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings (id),
  kind text not null check (kind in ('cancelled_by_customer', 'cancelled_by_company', 'withdrawn', 'unsigned', 'refused', 'expired')),
  at timestamptz not null,
  -- Null: the system.
  by uuid references profiles (id),
  -- Of the total, as the tier of that day says.
  share_percent smallint check (share_percent between 0 and 100),
  kept integer not null default 0 check (kept >= 0),
  refund integer not null default 0 check (refund >= 0),
  indemnity integer not null default 0 check (indemnity >= 0),
  force_majeure boolean not null default false,
  -- Typed freely: erasable.
  reason text,
  undone_at timestamptz
);
create unique index booking_ends_that_counts on booking_ends (booking_id) where undone_at is null;
create index booking_ends_booking on booking_ends (booking_id, at);
create function keep_end() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - array['reason', 'undone_at'] = to_jsonb(new) - array['reason', 'undone_at']
    and (new.reason is null or new.reason is not distinct from old.reason)
    and (old.undone_at is null or new.undone_at is not distinct from old.undone_at)
  then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger booking_ends_kept before update or delete on booking_ends for each row execute function keep_end();
create trigger booking_ends_no_truncate before truncate on booking_ends for each statement execute function refuse_change();

-- The customer asks for other days; the owner answers, and changes the booking if it is to be changed.
create table date_change_requests (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings (id),
  dates date[] not null check (cardinality(dates) > 0),
  -- Typed freely: erasable, as the answer.
  note text,
  asked_at timestamptz not null,
  asked_by uuid references profiles (id),
  status text not null default 'open' check (status in ('open', 'accepted', 'refused', 'withdrawn')),
  answered_at timestamptz,
  answered_by uuid references profiles (id),
  answer text,
  check ((status = 'open') = (answered_at is null))
);
create unique index date_change_requests_open on date_change_requests (booking_id) where status = 'open';
create index date_change_requests_booking on date_change_requests (booking_id, asked_at);
create index date_change_requests_waiting on date_change_requests (asked_at) where status = 'open';

-- ---------------------------------------------------------------------------------------------- bookings that exist

-- Their schedule as `paymentSchedule` works it out (D27, D30): for the contract that waits or was signed, else for the
-- booking alone. What was due when both sides agreed is due at the signature, or by then where nobody has to sign.
with agreed as (
  select booking.id as booking_id, contract.id as contract_id, first_day,
    (coalesce(confirmed_at, booking.created_at) at time zone 'Europe/Paris')::date as agreed_on,
    first_day - balance_days_before as balance_on, coalesce(contract.total, booking.total) as total,
    (coalesce(contract.total, booking.total) * down_payment_percent::bigint + 50) / 100 as down
  from bookings booking left join contracts contract on contract.id = contract_in_force(booking.id)
  where booking.agreement is not null and (booking.status = 'confirmed' or payment_status not in ('none', 'awaiting'))
), scheduled as (
  select *, least(agreed_on, first_day) as today,
    case when contract_id is null then least(agreed_on, first_day) end as signed_on
  from agreed
)
insert into instalments (booking_id, contract_id, position, kind, amount, due_on)
select booking_id, contract_id, part.position, part.kind, part.amount, part.due_on
from scheduled, lateral (
  select 1 as position, 'full' as kind, total as amount, signed_on as due_on where total > 0 and (balance_on <= today or down >= total)
  union all select 1, 'full', total, balance_on where total > 0 and balance_on > today and down <= 0
  union all select 1, 'down-payment', down, signed_on where total > 0 and balance_on > today and down > 0 and down < total
  union all select 2, 'balance', total - down, balance_on where total > 0 and balance_on > today and down > 0 and down < total
) part;

-- What their status says has arrived becomes a payment. Of one that was given back in part nothing says how much: all but
-- the down payment.
insert into payments (booking_id, means, amount, received_on)
select id, 'carried-over',
  case when payment_status = 'down_payment_paid' and down_payment_percent between 1 and 99
    then greatest((total * down_payment_percent::bigint + 50) / 100, 1) else total end,
  (coalesce(confirmed_at, created_at) at time zone 'Europe/Paris')::date
from bookings where payment_status not in ('none', 'awaiting') and total > 0;
insert into refunds (booking_id, reason, amount, due_on, made_on, made_means, made_at)
select booking.id, 'carried-over',
  case when booking.payment_status = 'refunded' or coalesce(down_payment_percent, 0) in (0, 100) then total
    else total - (total * down_payment_percent::bigint + 50) / 100 end,
  (updated_at at time zone 'Europe/Paris')::date, (updated_at at time zone 'Europe/Paris')::date, 'carried-over', updated_at
from bookings booking where booking.payment_status in ('refunded', 'partially_refunded') and total > 0;

alter table bookings disable trigger bookings_touch;
update bookings set payment_status = payment_status_of(id, status) where payment_status <> payment_status_of(id, status);
alter table bookings enable trigger bookings_touch;

set constraints all immediate;
create trigger bookings_payment_status before insert or update of status, payment_status on bookings
  for each row execute function derive_payment_status();
create trigger instalments_settle after insert on instalments referencing new table as changed
  for each statement execute function settle_changed();
create trigger payments_settle after insert on payments referencing new table as changed
  for each statement execute function settle_changed();
create trigger refunds_settle_new after insert on refunds referencing new table as changed
  for each statement execute function settle_changed();
create trigger refunds_settle after update on refunds referencing new table as changed
  for each statement execute function settle_changed();
create trigger contracts_settle_new after insert on contracts referencing new table as changed
  for each statement execute function settle_contracts();
create trigger contracts_settle after update on contracts referencing new table as changed
  for each statement execute function settle_contracts();
