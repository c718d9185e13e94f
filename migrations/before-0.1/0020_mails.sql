-- Every mail that was ordered, for good (decision 23): the queue forgets what it has done after a week. A row is written
-- in the transaction that orders the mail; what names somebody stands beside it and can be erased (D52).
create table mails (
  -- The order's, the queue's job's and the Message-ID's: a mail is one however often it is tried.
  id uuid primary key,
  template text not null,
  -- Without "<" and ">". It never changes, whatever becomes of the shop's address.
  message_id text not null unique,
  booking_id uuid references bookings (id) on delete cascade,
  -- The event that ordered it and whose undoing takes it back.
  event_id bigint references events (id),
  ordered_at timestamptz not null,
  -- Not before: null for at once.
  start_after timestamptz,
  -- waiting; sent: a server took it; kept: in the outbox, for want of a server; refused: for good; failed: given up after
  -- days of tries; withdrawn: what it told was taken back before it left.
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'kept', 'refused', 'failed', 'withdrawn')),
  -- Tries that were begun, and when the last of them was.
  tries integer not null default 0 check (tries >= 0),
  last_tried_at timestamptz,
  -- Since when a try runs; one whose process died leaves it behind.
  trying_since timestamptz,
  -- When it was sent, kept, refused, given up or withdrawn.
  settled_at timestamptz,
  -- The server's, of a refusal.
  code integer,
  -- The mail that was ordered in its place by "Renvoyer".
  sent_again_as uuid references mails (id) on delete set null,
  constraint mails_settled_when check ((state = 'waiting') = (settled_at is null))
);
create index mails_newest on mails (ordered_at desc, id);
create index mails_of_booking on mails (booking_id, ordered_at) where booking_id is not null;
create index mails_of_event on mails (event_id) where event_id is not null;
create index mails_waiting on mails (ordered_at) where state = 'waiting';
create index mails_undelivered on mails (ordered_at) where state in ('refused', 'failed') and sent_again_as is null;

-- Null is what was erased, or not known (yet).
create table mail_details (
  mail_id uuid primary key references mails (id) on delete cascade,
  -- [{"name": …, "address": …}]
  recipients jsonb not null default '[]' check (jsonb_typeof(recipients) = 'array'),
  -- What the mail is written from, until it has left: to try it, and to send it again.
  data jsonb,
  -- As it was written at the last try; secrets of links are left out.
  subject text,
  body text,
  -- What the other side said last, or what went wrong.
  answer text,
  -- What it is found by, in lower case without accents.
  words text not null default ''
);
create index mail_details_found_by on mail_details using gin (words gin_trgm_ops);

-- What a company says in its own words, template by template; without a row, the shop's own sentences.
create table mail_sentences (
  template text primary key,
  subject text not null,
  greeting text not null,
  intro text not null,
  closing text not null,
  -- From 1; a form that was opened on another one overwrites nothing.
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
create trigger mail_sentences_touch before update on mail_sentences for each row execute function touch_updated_at();

-- The mails of the last week are still in the queue: they get their rows.
do $$
begin
  if to_regclass('pgboss.job') is null then return; end if;
  insert into mails (id, template, message_id, booking_id, ordered_at, state, tries, last_tried_at, settled_at, code)
  select job.id, data ->> 'template', job.id || '@mails.invalid', bookings.id, created_on, job_state,
    case when job_state = 'waiting' then retry_count else retry_count + 1 end, started_on,
    case when job_state <> 'waiting' then coalesce(completed_on, now()) end,
    substring(output ->> 'value' from '^refused: (\d+)$')::integer
  from (select *, case
      when state::text in ('failed', 'cancelled') then 'failed'
      when state::text <> 'completed' then 'waiting'
      when output ->> 'value' like 'refused: %' then 'refused'
      when output ->> 'value' like '%.eml' then 'kept'
      else 'sent' end as job_state
    from pgboss.job where name = 'send-mail' and data ? 'template') job
  left join bookings on data ->> 'template' = 'booking-message' and bookings.number::text = data #>> '{data,number}';
  insert into mail_details (mail_id, recipients, data, words)
  select mails.id, coalesce(job.data -> 'to', '[]'), case when mails.state not in ('sent', 'kept') then job.data -> 'data' end,
    without_accents(jsonb_path_query_array(job.data, '$.to[*].*')::text || ' ' ||
      jsonb_path_query_array(job.data, '$.data.keyvalue() ? (@.key != "token").value')::text)
  from mails join pgboss.job on job.id = mails.id and job.name = 'send-mail';
  -- The list is not searched in the queue any more.
  drop index if exists pgboss.send_mail_words;
end $$;
