-- The ways in which a product is sold (decision D63). A product without a plan by the day of its own has the usual one.
create table rate_plans (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references products (id) on delete cascade,
  kind text not null check (kind in ('day', 'fixed', 'hours')),
  name text not null check (length(trim(name)) between 1 and 60),
  sentence text not null default '' check (length(sentence) <= 200),
  includes text[] not null default '{}',
  -- 1 is Monday.
  weekdays smallint[] not null default '{1,2,3,4,5,6,7}'
    check (cardinality(weekdays) > 0 and weekdays <@ '{1,2,3,4,5,6,7}'::smallint[]),
  minimum_notice smallint not null default 0 check (minimum_notice between 0 and 365),
  -- By the day.
  steps smallint[],
  minimum_days smallint,
  maximum_days smallint,
  -- Of a fixed number of days.
  days smallint,
  -- By the hour.
  hours smallint,
  start_times text[],
  extra_hour_price cents,
  maximum_extra_hours smallint,
  set_up_minutes smallint,
  take_down_minutes smallint,
  price cents check (price > 0),
  "order" integer not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint rate_plans_day check (kind <> 'day' or num_nulls(steps, minimum_days) = 0
    and cardinality(steps) between 1 and 31 and 0 <= all (steps) and 200 >= all (steps)
    and minimum_days between 1 and 31 and coalesce(maximum_days, 31) between minimum_days and 31),
  constraint rate_plans_fixed check (kind <> 'fixed' or num_nulls(days, price) = 0 and days between 1 and 31),
  constraint rate_plans_hours check (kind <> 'hours'
    or num_nulls(hours, price, start_times, extra_hour_price, maximum_extra_hours, set_up_minutes, take_down_minutes) = 0
      and hours between 1 and 24 and cardinality(start_times) between 1 and 24
      and maximum_extra_hours between 0 and 24 and hours + maximum_extra_hours <= 24
      and set_up_minutes between 0 and 720 and take_down_minutes between 0 and 720)
);
create index rate_plans_product on rate_plans (product_id, "order");
create unique index rate_plans_one_by_day on rate_plans (product_id) where kind = 'day';
create trigger rate_plans_touch before update on rate_plans for each row execute function touch_updated_at();

-- The plan as agreed; null for whole days at the daily price.
alter table rentals add column plan jsonb check (jsonb_typeof(plan) = 'object');

alter table cart_items
  add column plan_id uuid references rate_plans (id) on delete cascade,
  add column start_time text,
  add column extra_hours smallint not null default 0;
