-- Invoices and credit notes (decision 32): numbered without a gap for each series and year, and never changed.

-- The last number of each series and year. Its row is locked by who takes the next one until their transaction ends, so
-- that a number that was not used after all is the next one's.
create table invoice_counters (
  series text not null check (series in ('F', 'A')),
  year smallint not null,
  last integer not null check (last > 0),
  primary key (series, year)
);

create function next_invoice_sequence(of_series text, of_year smallint) returns integer language sql volatile as $$
  insert into invoice_counters (series, year, last) values (of_series, of_year, 1)
  on conflict (series, year) do update set last = invoice_counters.last + 1
  returning last
$$;

create table invoices (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings (id),
  customer_id uuid not null references profiles (id),
  kind text not null check (kind in ('down-payment', 'final', 'kept', 'credit-note')),
  series text not null check (series = case kind when 'credit-note' then 'A' else 'F' end),
  year smallint not null,
  sequence integer not null check (sequence > 0),
  number text not null unique,
  issued_at timestamptz not null,
  issued_on date not null check (extract(year from issued_on) = year),
  -- Of the lines, with VAT.
  total integer not null check (total > 0),
  net integer not null,
  vat integer not null,
  -- What it adds to what is owed, less the down payments; a credit note takes it away.
  amount integer not null check (amount between 0 and total),
  -- All that it says (domain/invoicing/invoice.ts).
  content jsonb not null,
  -- Of a credit note: what it takes back, once.
  credits uuid unique references invoices (id),
  -- The file, made after the transaction that took the number.
  pdf_key text,
  pdf_sha256 text check (pdf_sha256 ~ '^[0-9a-f]{64}$'),
  -- What it is found by.
  words text generated always as (without_accents(number || ' ' || (content #>> '{buyer,name}'))) stored,
  is_example boolean not null default false,
  unique (series, year, sequence),
  check (total = net + vat),
  check ((kind = 'credit-note') = (credits is not null)),
  check ((pdf_key is null) = (pdf_sha256 is null))
);
create index invoices_booking on invoices (booking_id, issued_at);
create index invoices_issued on invoices (issued_on desc, number desc);
create index invoices_without_file on invoices (issued_at) where pdf_key is null;
create index invoices_words on invoices using gin (words gin_trgm_ops);

-- The down payments that a final invoice takes off.
create table invoice_deductions (
  invoice_id uuid not null references invoices (id),
  deducted_id uuid not null references invoices (id),
  primary key (invoice_id, deducted_id)
);

-- From then on bookings are invoiced: nothing is invoiced that was over before.
create table invoicing_start (
  id smallint primary key default 1 check (id = 1),
  day date not null
);
insert into invoicing_start (day) values ((now() at time zone 'Europe/Paris')::date);

-- An invoice stays as it is; its file is noted once.
create function keep_invoice() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.pdf_key is null
    -- A generated column is not there yet.
    and to_jsonb(old) - array['pdf_key', 'pdf_sha256', 'words'] = to_jsonb(new) - array['pdf_key', 'pdf_sha256', 'words']
  then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger invoices_kept before update or delete on invoices for each row execute function keep_invoice();
create trigger invoices_no_truncate before truncate on invoices for each statement execute function refuse_change();
create trigger invoice_deductions_append_only before update or delete on invoice_deductions
  for each row execute function refuse_change();
create trigger invoice_deductions_no_truncate before truncate on invoice_deductions
  for each statement execute function refuse_change();

-- A number is the next of its series and year, whoever writes it: a hole cannot be made by hand either.
create function check_invoice_number() returns trigger language plpgsql as $$
begin
  if new.sequence <> 1 and not exists (
    select from invoices where series = new.series and year = new.year and sequence = new.sequence - 1)
  then
    raise exception 'Invoice % would leave a gap', new.number using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger invoices_without_gap after insert on invoices deferrable initially deferred
  for each row execute function check_invoice_number();

-- Interest at the legal rate is owed beside the price (L214-2), as an indemnity is.
alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check
  check (reason in ('cancelled', 'withdrawn', 'changed', 'overpaid', 'carried-over', 'interest'));
