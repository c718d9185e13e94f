-- A signed order that a company hands in as a file; it binds nobody (D66).
alter table quotes
  add column order_key text unique,
  add column order_type text check (order_type in ('application/pdf', 'image/jpeg')),
  add column order_received_at timestamptz,
  add constraint quotes_order_is_whole check (num_nonnulls(order_key, order_type, order_received_at) in (0, 3));
