-- A code announced to everybody shows the lowest price of the last 30 days (article L112-1-1).
alter table promo_codes add column is_published boolean not null default false;
