-- What happens to a machine, what it is checked for, and its paper (D62). They name the unit by its number, because a
-- removed product that is put back gets units with other ids.
create table unit_incidents (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null,
  unit_number smallint not null,
  day date not null,
  words text not null check (words <> ''),
  cost integer check (cost >= 0),
  report_id uuid references condition_reports on delete set null,
  photo_keys text[] not null default '{}',
  foreign key (product_id, unit_number) references units (product_id, number) on delete cascade
);
create index unit_incidents_by_unit on unit_incidents (product_id, unit_number, day);
create index unit_incidents_by_report on unit_incidents (report_id) where report_id is not null;

create table unit_checks (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null,
  unit_number smallint not null,
  name text not null check (name <> ''),
  every_rentals smallint check (every_rentals > 0),
  every_months smallint check (every_months > 0),
  last_done date not null,
  check (every_rentals is not null or every_months is not null),
  foreign key (product_id, unit_number) references units (product_id, number) on delete cascade
);
create index unit_checks_by_unit on unit_checks (product_id, unit_number);

create table unit_supplies (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null,
  unit_number smallint not null,
  noted_at timestamptz not null,
  kind text not null check (kind in ('bought', 'counted')),
  prints integer not null check (prints >= 0),
  foreign key (product_id, unit_number) references units (product_id, number) on delete cascade
);
create index unit_supplies_by_unit on unit_supplies (product_id, unit_number, noted_at);
