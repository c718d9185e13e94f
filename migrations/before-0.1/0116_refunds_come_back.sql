-- A refund that was made by hand may come back as well: the bank returns the transfer. It is then to be given back again,
-- as a refund by card that failed is, and the register of takings has the money back (refunds_returned, 0042). As often as
-- it happens.
alter table refunds drop constraint refunds_by_card;
alter table refunds add constraint refunds_by_card check (payment_id is not null or begun_at is null);

create or replace function keep_refund() returns trigger language plpgsql as $$
declare
  noted constant text[] := array['made_on', 'made_means', 'made_at', 'made_by', 'provider', 'provider_id', 'dropped_at', 'begun_at'];
  failing constant text[] := array['made_on', 'made_means', 'made_at', 'made_by', 'provider', 'provider_id', 'failed_at', 'failure', 'note'];
  before jsonb := to_jsonb(old);
  after jsonb;
begin
  if tg_op = 'UPDATE' then
    after := to_jsonb(new);
    if new.failed_at is not null and new.failed_at is distinct from old.failed_at and new.made_at is null
      and (old.made_at is not null or old.payment_id is not null and old.failed_at is null)
      and (new.note is null or new.note is not distinct from old.note)
      and before - failing = after - failing
    then
      return new;
    end if;
    if before - noted - 'note' = after - noted - 'note'
      and (select bool_and(before -> name = 'null' or before -> name = after -> name) from unnest(noted) name)
      and (new.note is null or new.note is not distinct from old.note
        or old.note is null and old.made_at is null and new.made_at is not null)
    then
      return new;
    end if;
    if before - 'provider_id' = after - 'provider_id' and new.provider_id = 'erased-' || old.id
      and old.made_at < now() - interval '13 months'
    then
      return new;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
