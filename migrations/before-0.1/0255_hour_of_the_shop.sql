-- A rental day begins at the shop's hour (D61): noon in a new shop. Whoever has products or bookings keeps midnight until
-- its owner changes it.
insert into finance_settings (id, rental_day_starts_at)
  select 1, case when exists (select from products) or exists (select from bookings) then 0 else 12 end
  on conflict do nothing;

alter table finance_settings
  alter column rental_day_starts_at set default 12,
  add column delivery_from clock_time not null default '14:00',
  add column delivery_to clock_time not null default '16:00',
  add column collection_from clock_time not null default '09:00',
  add column collection_to clock_time not null default '11:00',
  add constraint finance_settings_delivery_window check (delivery_from <= delivery_to),
  add constraint finance_settings_collection_window check (collection_from <= collection_to);
