-- What customers say of themselves (issue 12): a business is known by its name, its SIRET and who answers for it, and
-- invoices name it by its SIREN, which is the beginning of its SIRET.
alter table profiles
  add column business_siren text generated always as (
    case when business_siret ~ '^[0-9]{14}$' then left(business_siret, 9) end) stored;

-- With whom a version of a contract was made. Whoever calls themselves an individual after signing as a business does not
-- thereby become a consumer, nor the other way round: the right to withdraw is that of the contract.
alter table contracts add column client_type text check (client_type in ('individual', 'business'));
alter table contracts disable trigger contracts_kept;
update contracts set client_type = profiles.client_type
  from bookings join profiles on profiles.id = bookings.user_id where bookings.id = contracts.booking_id;
alter table contracts enable trigger contracts_kept;

-- A mail address that is about to change is confirmed from the old one and from the new one (D54): one change at a time.
create table email_changes (
  user_id uuid primary key references users (id) on delete cascade,
  new_email text not null check (new_email = lower(new_email)),
  -- Of the secrets in the two mails (secret-token.ts).
  old_digest text not null unique,
  new_digest text not null unique,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index email_changes_expires on email_changes (expires_at);
