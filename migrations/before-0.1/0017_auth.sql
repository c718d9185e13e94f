-- Signing in is ours alone (decision 16). What a browser or a mail holds is stored as its SHA-256, in base64url, and no
-- longer as it is; cookies, links and passwords that exist stay good.

-- What a session's cookie says is no longer readable in the table.
alter table sessions rename column token to token_digest;
-- Nobody ever read from which address a session was opened.
alter table sessions drop column ip_address;
alter table sessions rename constraint sessions_token_key to sessions_token_digest_key;
update sessions
  set token_digest = rtrim(translate(encode(sha256(convert_to(token_digest, 'UTF8')), 'base64'), '+/', '-_'), '=');

-- An account has one password at most; nothing else ever signed anybody in.
delete from credentials where provider_id <> 'credential' or password is null;
drop index credentials_user;
alter table credentials
  drop column id, drop column account_id, drop column provider_id, drop column access_token, drop column refresh_token,
  drop column id_token, drop column access_token_expires_at, drop column refresh_token_expires_at, drop column scope,
  add primary key (user_id),
  alter column password set not null;
alter table credentials rename column password to password_hash;

alter table users drop column image;

-- The links of mails, by which their reader confirms an address or chooses a password. One of each kind for a person.
create table mail_links (
  user_id uuid not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('email-verification', 'password')),
  digest text not null,
  email text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (user_id, purpose)
);
create unique index mail_links_digest on mail_links (digest);
create index mail_links_expires on mail_links (expires_at);

-- They were "purpose:user:address".
insert into mail_links (user_id, purpose, digest, email, expires_at, created_at)
  select distinct on (users.id, purpose) users.id, purpose, old.value, old.email, old.expires_at, old.created_at
  from (
    select
      case split_part(identifier, ':', 1) when 'password-link' then 'password' else split_part(identifier, ':', 1) end as purpose,
      split_part(identifier, ':', 2) as user_id, regexp_replace(identifier, '^[^:]*:[^:]*:', '') as email,
      value, expires_at, created_at
    from verifications
    where identifier ~ '^(email-verification|password-link):[0-9a-f-]{36}:') as old
  join users on users.id::text = old.user_id
  order by users.id, purpose, old.created_at desc;
drop table verifications;

-- A second factor (D17): the key that an authenticator app shares with us, encrypted with the key of AUTH_SECRET.
-- `last_step` is the half minute of the code that was used last: a code opens once.
create table second_factors (
  user_id uuid primary key references users (id) on delete cascade,
  encrypted_key text not null,
  confirmed_at timestamptz,
  last_step integer not null default 0,
  created_at timestamptz not null default now()
);

-- What opens an account once, when its phone is lost.
create table recovery_codes (
  user_id uuid not null references second_factors (user_id) on delete cascade,
  digest text not null,
  primary key (user_id, digest)
);

-- The password was right, the second factor is awaited. The token is in the browser's cookie.
create table pending_sign_ins (
  digest text primary key,
  user_id uuid not null references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index pending_sign_ins_user on pending_sign_ins (user_id);
create index pending_sign_ins_expires on pending_sign_ins (expires_at);

-- What the owner decides about signing in.
create table sign_in_settings (
  id smallint primary key default 1 check (id = 1),
  administrators_need_second_factor boolean not null default false,
  updated_at timestamptz not null default now()
);
insert into sign_in_settings default values;
create trigger sign_in_settings_touch before update on sign_in_settings
  for each row execute function touch_updated_at();
