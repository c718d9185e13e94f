-- How often each public page was opened on a day, by visitors who accept to be counted (D23). Nothing tells who they were.
create table page_views (
  day   date    not null,
  -- "/catalog", "/product/<id of the product>".
  page  text    not null check (page ~ '^/[a-z0-9/-]{0,99}$'),
  views integer not null check (views > 0),
  primary key (day, page)
);
