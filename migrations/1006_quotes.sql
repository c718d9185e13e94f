-- Quotes, their versions and links.
set local check_function_bodies = off;

-- Quotes (decision D66). A quote becomes a booking when it is accepted; until then no list of bookings has it.
create table quotes (
  id uuid primary key default gen_random_uuid(),
  number text not null unique check (number ~ '^D-[0-9]{4}-[0-9]{4,}$'),
  state text not null default 'draft',
  user_id uuid references profiles,
  name text,
  email text,
  phone text,
  copied_from uuid references quotes on delete set null,
  created_by uuid references profiles,
  first_opened_at timestamptz,
  change_words text,
  change_requested_at timestamptz,
  answered_at timestamptz,
  decline_reason text check (decline_reason in ('price', 'date', 'competitor', 'other')),
  decline_words text,
  booking_id uuid unique references bookings,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  buyer jsonb not null default '{}' check (jsonb_typeof(buyer) = 'object'),
  booking_number bigint unique,
  annex jsonb,
  order_key text unique,
  order_type text check (order_type in ('application/pdf', 'image/jpeg')),
  order_received_at timestamptz,
  lead_id uuid references leads on delete set null,
  constraint quotes_state_check check (state in ('draft', 'sent', 'accepted', 'declined', 'expired', 'withdrawn')),
  constraint quotes_have_one_reader check (num_nonnulls(user_id, name) = 1),
  constraint quotes_accepted_by_a_customer check (state <> 'accepted' or user_id is not null),
  constraint quotes_declined_with_a_reason check (state = 'declined' or (decline_reason is null
    and decline_words is null)),
  constraint quotes_order_is_whole check (num_nonnulls(order_key, order_type, order_received_at) in (0, 3))
);
create index quotes_by_state on quotes (state, created_at desc);
create index quotes_user on quotes (user_id) where user_id is not null;
create index quotes_copied_from on quotes (copied_from) where copied_from is not null;
create index quotes_lead on quotes (lead_id) where lead_id is not null;

create table quote_counters (
  year smallint primary key,
  last integer not null check (last > 0)
);

create table quote_versions (
  quote_id uuid not null references quotes on delete cascade,
  version smallint not null check (version >= 1),
  row jsonb not null,
  extras json_list not null default '[]',
  message text not null default '',
  valid_until timestamptz not null,
  keep_until date,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  sent_by uuid references profiles,
  reminded_at timestamptz,
  updated_at timestamptz not null default now(),
  terms jsonb check (jsonb_typeof(terms) = 'object'),
  primary key (quote_id, version),
  constraint quote_versions_check check (valid_until > sent_at),
  constraint quote_versions_check1 check (sent_by is null or sent_at is not null),
  constraint quote_versions_terms_once_sent check (terms is null or sent_at is not null)
);

create table quote_links (
  id uuid primary key default gen_random_uuid(),
  quote_id uuid not null references quotes on delete cascade,
  purpose text not null check (purpose in ('accept', 'show')),
  digest text not null unique,
  made_at timestamptz not null,
  ends_at timestamptz not null,
  used_at timestamptz,
  constraint quote_links_check check (ends_at > made_at)
);
create index quote_links_quote on quote_links (quote_id);
create index quote_links_ends on quote_links (ends_at);

alter table occupancy add foreign key (quote_id) references quotes;

-- A version that was sent says what was offered.
create function keep_sent_quote_version()
returns trigger language plpgsql as $$
begin
  if old.sent_at is not null
      and (new.row, new.extras, new.message, new.valid_until, new.keep_until, new.sent_at, new.version, new.terms)
        is distinct from
        (old.row, old.extras, old.message, old.valid_until, old.keep_until, old.sent_at, old.version, old.terms)
  then
    raise exception 'A version of a quote that was sent is frozen' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger quote_versions_touch before update on quote_versions for each row execute function touch_updated_at();
create trigger quote_versions_frozen before update on quote_versions
  for each row execute function keep_sent_quote_version();
create trigger quotes_touch before update on quotes for each row execute function touch_updated_at();
