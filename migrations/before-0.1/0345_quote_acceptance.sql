-- What the reader tells before signing, the number that the contract's text names before its booking is made, and the
-- quote as the contract's annex prints it (D66).
alter table quotes
  add column buyer jsonb not null default '{}' check (jsonb_typeof(buyer) = 'object'),
  add column booking_number bigint unique,
  add column annex jsonb;
