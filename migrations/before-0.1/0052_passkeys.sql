-- Passkeys (WebAuthn): the public half of a key that stays on somebody's device, and the questions that devices sign.
create table passkeys (
  id text primary key check (length(id) between 16 and 1400),
  user_id uuid not null references users (id) on delete cascade,
  public_key text not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_of_user on passkeys (user_id);

-- Answered once. Without a user: asked of whoever wants to sign in.
create table passkey_challenges (
  digest text primary key,
  challenge text not null,
  user_id uuid references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_end on passkey_challenges (expires_at);
