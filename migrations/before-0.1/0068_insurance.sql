-- The certificate of insurance that the contract asks for (decision 52): private, and erased after the return.

-- Its bookings ask for one, unless the owner says otherwise of one of them.
alter table products add column asks_insurance boolean not null default false;

create table insurance_certificates (
  booking_id uuid primary key references bookings (id) on delete cascade,
  -- The owner's own word about this booking; null: what its product says.
  asked boolean,
  -- The file as it was kept last, until it is erased.
  file_key text unique,
  content_type text check (content_type in ('application/pdf', 'image/jpeg')),
  size integer check (size > 0),
  handed_in_at timestamptz,
  erased_at timestamptz,
  check (num_nonnulls(file_key, content_type, size) in (0, 3)),
  check (file_key is null or handed_in_at is not null and erased_at is null),
  check (erased_at is null or handed_in_at is not null)
);
-- Those that are to be erased one day: few at any time.
create index insurance_certificates_kept on insurance_certificates (booking_id) where file_key is not null;

alter table booking_links
  drop constraint booking_links_purpose_check,
  add constraint booking_links_purpose_check check (purpose in ('read', 'sign', 'pay', 'deposit', 'insurance'));
alter table booking_notices
  drop constraint booking_notices_kind_check,
  add constraint booking_notices_kind_check
    check (kind in ('waiting', 'day-before', 'thanks', 'payment', 'deposit', 'insurance'));
