-- The time to sign runs only from a contract that somebody can know of (D12): it stops when no mail could be delivered, and
-- begins anew with the one that was, or when the owner notes having handed the contract over (decision 60).

alter table contracts drop constraint contracts_reminded_of_a_deadline;

-- As before (0034); while nobody has signed, the deadline and what it is counted from may be noted anew.
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
        ('sent', 'void')))
    then
      return new;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
