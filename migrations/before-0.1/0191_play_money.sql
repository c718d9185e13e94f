-- Play money (D73): a booking with a demonstration payment is a demonstration for good. What moves on it has a register of
-- its own, and its invoices a series of their own; the real ones never hear of it. What was booked before stays as it was.
alter table bookings add column is_demonstration boolean not null default false;
-- Revenue is counted from this index, and play money is none.
drop index bookings_upcoming;
create index bookings_upcoming on bookings (first_day, number) include (product_id, total, is_demonstration)
  where status = 'confirmed';

create table demonstration_takings (
  number bigint primary key,
  kind text not null check (kind in ('payment', 'refund')),
  source_id uuid not null,
  booking_number bigint not null,
  means text not null,
  -- Cents; below zero for a counter-entry and for what was given back.
  amount integer not null check (amount <> 0),
  moved_on date not null,
  recorded_at timestamptz not null,
  corrects bigint references demonstration_takings (number)
);
create index demonstration_takings_of_source on demonstration_takings (source_id, number);
create trigger demonstration_takings_append_only before update or delete on demonstration_takings
  for each row execute function refuse_change();
create trigger demonstration_takings_no_truncate before truncate on demonstration_takings
  for each statement execute function refuse_change();

-- A booking becomes a demonstration before anything of it is in the real books, and never becomes real again.
create function keep_demonstration() returns trigger language plpgsql as $$
begin
  if old.is_demonstration or exists (select from takings where booking_number = new.number)
    or exists (select from invoices where booking_id = new.id)
  then
    raise exception 'Booking % is in the books', new.number using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger bookings_demonstration before update of is_demonstration on bookings for each row
  when (old.is_demonstration is distinct from new.is_demonstration) execute function keep_demonstration();

-- `add_taking`, in the register that the booking belongs to. A card provider's real money is real wherever it arrives.
create function add_taking_of_booking(of_kind text, of_source uuid, of_booking uuid, its_means text, its_amount integer,
  its_day date, its_record timestamptz, taken_back uuid, its_provider text) returns void language plpgsql as $$
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

create or replace function register_payment() returns trigger language plpgsql as $$
begin
  perform add_taking_of_booking('payment', new.id, new.booking_id, new.means, new.amount, new.received_on, new.recorded_at,
    new.corrects, coalesce(new.provider, (select provider from payments where id = new.corrects)));
  return null;
end $$;

create or replace function register_refund() returns trigger language plpgsql as $$
begin
  perform add_taking_of_booking('refund', new.id, new.booking_id, new.made_means, -new.amount, new.made_on, new.made_at,
    null, new.provider);
  return null;
end $$;

create or replace function register_returned_refund() returns trigger language plpgsql as $$
begin
  perform add_taking_of_booking('refund', new.id, new.booking_id, old.made_means, new.amount,
    (new.failed_at at time zone 'Europe/Paris')::date, new.failed_at, new.id, old.provider);
  return null;
end $$;

-- DEMO-1, DEMO-2, …: invoices and credit notes in one series, without years.
alter table invoice_counters drop constraint invoice_counters_series_check;
alter table invoice_counters add constraint invoice_counters_series_check check (series in ('F', 'A', 'DEMO'));
alter table invoices drop constraint invoices_check;
alter table invoices add constraint invoices_series_of_kind
  check (series in ('DEMO', case kind when 'credit-note' then 'A' else 'F' end));

create or replace function check_invoice_number() returns trigger language plpgsql as $$
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
