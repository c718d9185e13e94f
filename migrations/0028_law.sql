-- What a legal text said, word for word, when it was published or first accepted, with the SHA-256 of its file (D44):
-- written once, and nothing else of a version ever changes.
alter table legal_texts
  add column filled text,
  add column sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  add constraint legal_texts_frozen_whole check ((filled is null) = (sha256 is null) and (filled is null or facts is not null));

create or replace function refuse_change_but_facts() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and to_jsonb(old) - array['facts', 'filled', 'sha256'] = to_jsonb(new) - array['facts', 'filled', 'sha256']
    and (old.facts is null or old.facts = new.facts)
    and (old.filled is null or (old.filled = new.filled and old.sha256 = new.sha256))
    and (old.facts is null or old.filled is null) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- The law gives fourteen days, or none (D45): what is between is no period.
update finance_settings set withdrawal_days = 14 where withdrawal_days between 1 and 13;
alter table finance_settings
  add constraint finance_settings_withdrawal_days_lawful check (withdrawal_days = 0 or withdrawal_days >= 14);
