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

-- What nobody has earned yet (D51): a shop says of itself only what its owner has typed, and the demonstration marks what
-- it says as an example until somebody changes it. An accessibility statement without an audit says so.
alter table site_config
  drop constraint if exists site_config_rating_label_check,
  drop constraint if exists site_config_phone_help_check,
  drop constraint if exists site_config_setup_time_check,
  add check (length(rating_label) <= 60), add check (length(phone_help) <= 80), add check (length(setup_time) <= 60),
  alter column rating_label set default '',
  alter column phone_help set default '',
  alter column setup_time set default '',
  add column example_claims text[] not null default '{}',
  add column accessibility_audited_on date,
  add column accessibility_audited_by text;
-- A shop whose testimonials are examples is the demonstration, and claims what came with it.
update site_config set example_claims = array_remove(array[
    case when rating_label = '4.9 sur Google' then 'ratingLabel' end,
    case when phone_help = 'Assistance téléphonique 24/7' then 'phoneHelp' end,
    case when setup_time = 'moins de 30 minutes' then 'setupTime' end
  ], null)
  where exists (select from testimonials where is_example);
