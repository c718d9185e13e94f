-- Presets that the owner has looked at: an empty shop has a VAT regime and free days without anybody's choice.
alter table site_config
  add column confirmed_steps text[] not null default '{}' check (confirmed_steps <@ array['days', 'vat']);

update site_config set confirmed_steps = array['days', 'vat'] where exists (select from bookings where not is_example);
