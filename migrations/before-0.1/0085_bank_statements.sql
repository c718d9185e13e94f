-- Bank statements that the owner brings (decision 43): what moved on the account, and what a person says it is for.

create table bank_statements (
  id uuid primary key default gen_random_uuid(),
  format text not null check (format in ('camt.053', 'cfonb120', 'csv')),
  -- As the file names it; null for most CSV files.
  account text,
  -- Of a CSV file: by which the columns of its bank are known again.
  header_sha256 text check (header_sha256 ~ '^[0-9a-f]{64}$'),
  imported_at timestamptz not null,
  imported_by uuid not null references profiles (id),
  -- New lines, lines that were known already, and what was left aside.
  fresh integer not null,
  known integer not null,
  aside integer not null
);
create index bank_statements_at on bank_statements (imported_at desc, id);

-- Which column is what, for the tables of one bank: by the SHA-256 of their header.
create table bank_csv_layouts (
  header_sha256 text primary key check (header_sha256 ~ '^[0-9a-f]{64}$'),
  -- {"date", "label", "amount" or "debit" and "credit", "counterparty", "reference"}: places of columns from 0.
  columns jsonb not null,
  chosen_at timestamptz not null,
  chosen_by uuid not null references profiles (id)
);

-- CSV files whose columns nobody has chosen yet, until they are or a week has passed.
create table bank_tables_waiting (
  id uuid primary key default gen_random_uuid(),
  sha256 text not null unique check (sha256 ~ '^[0-9a-f]{64}$'),
  content text not null,
  brought_at timestamptz not null,
  brought_by uuid not null references profiles (id)
);

-- Money that arrived, and money that went out in the amount of a refund that was owed; nothing else of an account is kept.
create table bank_lines (
  id uuid primary key default gen_random_uuid(),
  statement_id uuid not null references bank_statements (id),
  -- By which the same entry is known in another file.
  entry_key text not null unique check (entry_key ~ '^[0-9a-f]{64}$'),
  booked_on date not null,
  -- Cents; below zero for money that went out.
  amount integer not null check (amount <> 0),
  -- As the bank wrote it.
  label text not null,
  counterparty text,
  reference text,
  -- What it is: the payment that it was recorded as, or one that had been noted by hand; or the refund that it made.
  payment_id uuid unique references payments (id),
  -- The payment was recorded from this line: taking the one back takes the other back.
  recorded boolean not null default false,
  refund_id uuid unique references refunds (id),
  dismissed_at timestamptz,
  decided_at timestamptz,
  decided_by uuid references profiles (id),
  check (num_nonnulls(payment_id, refund_id, dismissed_at) <= 1),
  check (payment_id is null or amount > 0),
  check (refund_id is null or amount < 0),
  check (not recorded or payment_id is not null),
  check ((decided_at is null) = (decided_by is null))
);
create index bank_lines_by_day on bank_lines (booked_on desc, id);
create index bank_lines_statement on bank_lines (statement_id);

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
