-- The link of the first start by which the owner becomes the administrator (D83): the digest of its secret, one row.
create table first_administrator_link (
  only_row boolean primary key default true check (only_row),
  digest text not null,
  expires_at timestamptz not null
);
