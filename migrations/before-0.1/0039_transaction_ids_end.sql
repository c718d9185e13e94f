-- What a payment provider calls a payment or a refund is kept for 13 months, to answer a disputed card (D31). After that it
-- may be erased, once and for all; the entry itself stays as it is.
create or replace function keep_money() returns trigger language plpgsql as $$
declare
  noted constant text[] := case tg_table_name when 'refunds'
    then array['made_on', 'made_means', 'made_at', 'made_by', 'provider', 'provider_id', 'dropped_at'] else '{}' end;
  before jsonb := to_jsonb(old);
  after jsonb;
begin
  if tg_op = 'UPDATE' then
    after := to_jsonb(new);
    if before - noted - 'note' = after - noted - 'note'
      and coalesce((select bool_and(before -> name = 'null' or before -> name = after -> name) from unnest(noted) name), true)
      and (new.note is null or new.note is not distinct from old.note
        or tg_table_name = 'refunds' and old.note is null and before -> 'made_at' = 'null' and after -> 'made_at' <> 'null')
    then
      return new;
    end if;
    if before - 'provider_id' = after - 'provider_id' and new.provider_id = 'erased-' || old.id
      and (before ->> case tg_table_name when 'refunds' then 'made_at' else 'recorded_at' end)::timestamptz
        < now() - interval '13 months'
    then
      return new;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
