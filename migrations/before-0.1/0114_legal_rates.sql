-- The legal rate of interest of a half-year, as the owner notes it from the Journal officiel (art. L313-2 of the monetary and
-- financial code): needed as soon as it is published, not with the next version of the program.
create table legal_rates (
  since date primary key check (extract(day from since) = 1 and extract(month from since) in (1, 7)),
  -- A year; 667 is 6.67 %.
  basis_points integer not null check (basis_points between 0 and 5000),
  noted_at timestamptz not null,
  noted_by uuid not null references profiles (id)
);
