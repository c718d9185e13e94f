-- Named changes of a rental's base price (decision D64).
create table price_rules (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('season', 'day', 'lead-time')),
  name text not null check (length(trim(name)) between 1 and 60),
  unit text not null check (unit in ('percent', 'euros')),
  -- Per cent of a day's share, or cents for each day.
  value integer not null check (case unit when 'percent' then value between -100 and 500
    else value between -10000000 and 10000000 end),
  -- Both null: everything that is rented. A plan by the day goes by its product.
  product_ids uuid[],
  plan_ids uuid[],
  priority smallint not null default 0 check (priority between 0 and 99),
  is_active boolean not null default true,
  from_day date,
  to_day date,
  is_yearly boolean,
  minimum_days smallint check (minimum_days between 2 and 31),
  weekdays smallint[],
  on_holidays boolean,
  at_least smallint check (at_least between 0 and 999),
  at_most smallint check (at_most between 0 and 999),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint price_rules_targets check ((product_ids is null) = (plan_ids is null)),
  constraint price_rules_value check (value <> 0 or minimum_days is not null),
  constraint price_rules_season check (case when kind = 'season'
    then num_nulls(from_day, to_day, is_yearly) = 0 and from_day <= to_day
      and (not is_yearly or to_day < from_day + interval '1 year')
    else num_nonnulls(from_day, to_day, is_yearly, minimum_days) = 0 end),
  constraint price_rules_day check (case when kind = 'day'
    then num_nulls(weekdays, on_holidays) = 0 and weekdays <@ '{1,2,3,4,5,6,7}'::smallint[]
      and (on_holidays or cardinality(weekdays) > 0)
    else num_nonnulls(weekdays, on_holidays) = 0 end),
  constraint price_rules_lead_time check (case when kind = 'lead-time'
    then num_nonnulls(at_least, at_most) > 0 and coalesce(at_least <= at_most, true)
    else num_nonnulls(at_least, at_most) = 0 end)
);
create trigger price_rules_touch before update on price_rules for each row execute function touch_edited_row();

-- Pages show prices and tariffs.
create trigger price_rules_pages_new after insert on price_rules referencing new table as changed
  for each statement execute function note_page_change();
create trigger price_rules_pages_changed after update on price_rules referencing new table as changed
  for each statement execute function note_page_change();
create trigger price_rules_pages_gone after delete on price_rules referencing old table as changed
  for each statement execute function note_page_change();
create trigger price_rules_pages_emptied after truncate on price_rules
  for each statement execute function note_page_truncated();
