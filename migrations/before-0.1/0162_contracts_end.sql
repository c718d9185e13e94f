-- A booking that has ended and waits again is a new request: what was signed for it before binds nobody any more, and its
-- customer signs anew (D32). The version stays as the record that it is, with its signature, and is without effect.
alter table contracts
  drop constraint contracts_sent_and_signed_when,
  add constraint contracts_sent_and_signed_when check (
    (status <> 'prepared' or sent_at is null) and (status <> 'sent' or sent_at is not null)
      and case when signed_at is null then status <> 'signed' else status in ('signed', 'void') end);

create or replace function keep_contract() returns trigger language plpgsql as $$
declare
  noted constant text[] := array['signed_at', 'pdf_key', 'pdf_sha256', 'sealed_key', 'sealed_sha256', 'signed_how'];
  timed constant text[] := array['sent_at', 'due_at', 'reminded_at'];
  erased constant text[] := array['content', 'booked', 'pdf_key', 'sealed_key'];
  before jsonb := to_jsonb(old);
  after jsonb;
begin
  if tg_op = 'UPDATE' then
    after := to_jsonb(new);
    if before - erased - 'price_lines' = after - erased - 'price_lines'
      and (select bool_and(after -> name = 'null' or after -> name = before -> name) from unnest(erased) name)
      and new.price_lines in (old.price_lines, without_reasons(old.price_lines))
      and old.status not in ('prepared', 'sent') and (old.signed_at is null or old.signed_at < now() - interval '10 years')
    then
      return new;
    end if;
    if before - noted - timed - 'status' = after - noted - timed - 'status'
      and (select bool_and(before -> name = 'null' or before -> name = after -> name) from unnest(noted) name)
      and (old.status in ('prepared', 'sent') and new.status = 'sent'
        or (select bool_and(before -> name = 'null' or before -> name = after -> name) from unnest(timed) name))
      and (old.status = new.status or (old.status, new.status) in (('prepared', 'sent'), ('prepared', 'signed'),
        ('prepared', 'replaced'), ('prepared', 'void'), ('sent', 'signed'), ('sent', 'replaced'), ('sent', 'lapsed'),
        ('sent', 'void'))
        or (old.status, new.status) = ('signed', 'void')
          and exists (select from bookings where id = new.booking_id and status = 'pending'))
    then
      return new;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Those that wait again already.
update contracts set status = 'void'
where status = 'signed' and exists (
  select from bookings where id = contracts.booking_id and bookings.status = 'pending' and requested_at > signed_at);

-- As before (0061), but where nothing is agreed yet some money is no price that is paid.
create or replace function payment_status_of(booking uuid, booking_status text) returns text language plpgsql stable as $$
declare
  paid bigint;
  given_back bigint;
  goodwill bigint;
  asked bigint;
  down bigint;
  is_agreed boolean;
begin
  select coalesce(sum(amount), 0) into paid from payments where booking_id = booking;
  select coalesce(sum(amount) filter (where kind = 'refund' and made_at is not null), 0),
    coalesce(sum(amount) filter (where reason = 'goodwill' and dropped_at is null), 0)
    into given_back, goodwill from refunds where booking_id = booking;
  select greatest(0, coalesce(sum(amount), 0) - goodwill), min(amount) filter (where kind = 'down-payment'),
    count(*) > 0 or booking_status not in ('pending', 'confirmed')
    into asked, down, is_agreed
    from instalments where booking_id = booking and contract_id is not distinct from contract_in_force(booking);
  -- The down payment is the first instalment: goodwill reaches it last.
  down := nullif(case when down > asked then asked else down end, 0);
  return case
    when given_back > 0 and given_back >= paid then 'refunded'
    when given_back > 0 and booking_status <> 'confirmed' then 'partially_refunded'
    when paid - given_back > 0 and paid - given_back >= asked and is_agreed then 'paid'
    when paid - given_back >= down then 'down_payment_paid'
    when asked > 0 and booking_status = 'confirmed' or paid > 0 then 'awaiting'
    else 'none' end;
end $$;
