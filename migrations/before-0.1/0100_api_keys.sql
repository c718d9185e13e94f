-- Keys by which the owner's other tools read the shop (decision 63). Only a digest of the secret is kept. The rows go with
-- the account that made them, and are believed only while it is an administrator's at work.
create table api_keys (
  id uuid primary key default gen_random_uuid(),
  token_digest text not null unique,
  user_id uuid not null references users (id) on delete cascade,
  name text not null check (length(name) between 1 and 60),
  scopes text[] not null check (cardinality(scopes) between 1 and 20),
  created_at timestamptz not null default now(),
  -- Null: until it is revoked.
  expires_at timestamptz,
  -- To the hour.
  used_at timestamptz
);
create index api_keys_user on api_keys (user_id);

-- Lists of the API are read on from the last row seen.
create index payments_recorded on payments (recorded_at, id);
create index profiles_created on profiles (created_at, id);
