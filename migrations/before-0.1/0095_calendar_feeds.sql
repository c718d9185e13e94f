-- Private addresses that a calendar subscribes to. Only a digest of the secret is kept. The rows go with the account, and
-- a shop's feed is read only while who made it is an administrator.
create table calendar_feeds (
  id uuid primary key default gen_random_uuid(),
  token_digest text not null unique,
  -- Whose bookings it shows, or which administrator made it.
  user_id uuid not null references users (id) on delete cascade,
  scope text not null check (scope in ('account', 'shop')),
  -- What the list of addresses calls it.
  name text not null default '' check (length(name) <= 60),
  -- Of a shop: one product only, and what is shown beside bookings.
  product_id uuid references products (id) on delete cascade,
  shows text[] not null default '{}' check (shows <@ array['holds', 'preparation', 'blocks']),
  names_people boolean not null default false,
  created_at timestamptz not null default now(),
  -- To the hour.
  read_at timestamptz,
  check (scope = 'shop' or (product_id is null and shows = '{}' and not names_people))
);
create index calendar_feeds_user on calendar_feeds (user_id, scope);
create index calendar_feeds_product on calendar_feeds (product_id) where product_id is not null;
