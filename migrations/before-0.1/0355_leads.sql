-- What a visitor may add to a message (issue 46, point 6).
alter table contact_messages
  add column event_day date,
  add column place text not null default '',
  add column event_kind text not null default '',
  add column guests integer check (guests between 1 and 100000);
-- Asked once, after the first booking; the campaign is the utm_source of the visit's first page.
alter table profiles
  add column heard_from text not null default '',
  add column campaign text not null default '';
-- Beside the message or the person whose booking is unfinished; only a call has its words here.
create table leads (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('message', 'booking', 'call')),
  message_id uuid unique references contact_messages (id) on delete cascade,
  user_id uuid references profiles (id) on delete cascade,
  name text not null default '',
  email text not null default '',
  phone text not null default '',
  state text not null default 'new' check (state in ('new', 'open', 'won', 'lost')),
  lost_reason text not null default '',
  heard_from text not null default '',
  campaign text not null default '',
  next_step text not null default '',
  next_step_on date,
  note text not null default '',
  booking_id uuid references bookings (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint leads_stand_for_one_thing check (
    case kind
      when 'message' then message_id is not null and user_id is null
      when 'booking' then user_id is not null and message_id is null
      else message_id is null and user_id is null and name <> ''
    end),
  check (lost_reason = '' or state = 'lost')
);
create trigger leads_touch before update on leads for each row execute function touch_edited_row();
create unique index leads_one_open_per_person on leads (user_id) where kind = 'booking' and state in ('new', 'open');
create index leads_newest on leads (state, created_at);
create index leads_next_steps on leads (next_step_on) where state in ('new', 'open');
insert into leads (kind, message_id, state, created_at)
select 'message', id, case status when 'new' then 'new' else 'open' end, created_at
from contact_messages where status <> 'archived';
