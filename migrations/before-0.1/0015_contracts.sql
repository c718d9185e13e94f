-- Contracts are versions of a booking (decision 13): one is made when a booking is confirmed and when it is changed
-- afterwards, and what it says never changes (D26, D59). It takes the place of one contract for each booking.

create table contracts (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings (id),
  -- From 1 for each booking.
  version integer not null check (version > 0),
  -- Of `contract_templates`; null for a text that was made before versions were kept.
  template_version integer references contract_templates (version),
  -- The text as it was signed or is to be signed, in Markdown. Null once retention has erased it (D52): its hash stays.
  content text,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- What was agreed when it was made, copied: a booking may be changed again before anybody signs.
  price_lines jsonb not null,
  total integer not null check (total >= 0),
  agreement jsonb not null,
  -- prepared, then sent, then signed; replaced by a later version before anybody signed; lapsed when nobody did in time.
  status text not null default 'prepared' check (status in ('prepared', 'sent', 'signed', 'replaced', 'lapsed')),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  signed_at timestamptz,
  unique (booking_id, version),
  constraint contracts_hash_is_of_the_text check (
    content is null or sha256 = encode(sha256(convert_to(content, 'UTF8')), 'hex')),
  constraint contracts_total_is_the_sum_of_its_lines check (coalesce(total = price_lines_total(price_lines), false)),
  constraint contracts_sent_and_signed_when check (
    (status <> 'prepared' or sent_at is null) and (status <> 'sent' or sent_at is not null)
      and (status = 'signed') = (signed_at is not null))
);
-- One text at a time waits for a signature.
create unique index contracts_waiting on contracts (booking_id) where status in ('prepared', 'sent');

-- What happened to a contract may be noted once and in its order; what it says never changes. Erasure takes the text away:
-- of what nobody has signed whenever the retention says so, of a signed one after its ten years (D35, D52).
create function keep_contract() returns trigger language plpgsql as $$
declare
  noted constant text[] := array['status', 'sent_at', 'signed_at'];
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(old) - 'content' = to_jsonb(new) - 'content' and old.content is not null and new.content is null
      and old.status not in ('prepared', 'sent') and (old.signed_at is null or old.signed_at < now() - interval '10 years')
    then
      return new;
    end if;
    if to_jsonb(old) - noted = to_jsonb(new) - noted
      and (old.status, new.status) in (('prepared', 'sent'), ('prepared', 'signed'), ('prepared', 'replaced'),
        ('sent', 'signed'), ('sent', 'replaced'), ('sent', 'lapsed'))
      and (old.sent_at is null or old.sent_at is not distinct from new.sent_at)
    then
      return new;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger contracts_kept before update or delete on contracts for each row execute function keep_contract();
create trigger contracts_no_truncate before truncate on contracts for each statement execute function refuse_change();

-- Each contract that exists becomes the first version of its booking, sent when it was made.
insert into contracts (booking_id, version, content, sha256, price_lines, total, agreement, status, created_at, sent_at)
select booking.id, 1, old.content, encode(sha256(convert_to(old.content, 'UTF8')), 'hex'), booking.price_lines, booking.total,
  coalesce(booking.agreement, '{}'), case when booking.status = 'confirmed' then 'sent' else 'lapsed' end, old.created_at, old.created_at
from booking_contracts old join bookings booking on booking.id = old.booking_id;

drop table booking_contracts;
