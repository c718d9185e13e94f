-- The certificates that the company's seal is made with (D26, decision 20): the first is made by whoever seals first, and
-- a later one takes its place before it ends. All stay, so that anybody can tell later whose seal a document bears.
create table signing_certificates (
  id uuid primary key default gen_random_uuid(),
  -- DER in base64: public, it stands in every sealed document.
  certificate text not null,
  -- PKCS #8 in base64, encrypted with the secret of the installation; never in a log or a backup that others can read.
  private_key text not null,
  ends_at timestamptz not null,
  created_at timestamptz not null default now()
);
create trigger signing_certificates_kept before update or delete on signing_certificates
  for each row execute function refuse_change();
create trigger signing_certificates_no_truncate before truncate on signing_certificates
  for each statement execute function refuse_change();
