-- Prices of each plan from day to day, before rules: an announced reduction shows the lowest of the last 30 days
-- (decision D64, article L112-1-1 of the consumer code). A plan by the day goes by its product.
create table plan_prices (
  id integer generated always as identity primary key,
  product_id uuid not null references products on delete cascade,
  plan_id uuid not null,
  -- Null while nothing can be rented by it.
  price cents,
  since timestamptz not null default now(),
  -- The plan began then, so nothing earlier is missing.
  is_first boolean not null default false
);
create index plan_prices_plan on plan_prices (plan_id, since);

create function note_plan_price(product uuid, plan uuid, now_at cents, begins boolean) returns void language sql as $$
  insert into plan_prices (product_id, plan_id, price, is_first) select product, plan, now_at, begins
  where now_at is distinct from
    (select price from plan_prices where plan_id = plan and product_id = product order by since desc, id desc limit 1)
$$;

create function note_product_price() returns trigger language plpgsql as $$
begin
  perform note_plan_price(new.id, new.id,
    case when new.is_active and new.archived_at is null and new.price > 0 then new.price::integer end, tg_op = 'INSERT');
  return null;
end $$;
create trigger products_price_kept after insert or update of price, is_active, archived_at on products
  for each row execute function note_product_price();

create function note_rate_plan_price() returns trigger language plpgsql as $$
begin
  if new.kind <> 'day' and exists (select from products where id = new.product_id) then
    perform note_plan_price(new.product_id, new.id, case when new.is_active then new.price::integer end, tg_op = 'INSERT');
  end if;
  return null;
end $$;
create trigger rate_plans_price_kept after insert or update of price, is_active on rate_plans
  for each row execute function note_rate_plan_price();

insert into plan_prices (product_id, plan_id, price)
  select id, id, price from products where is_active and archived_at is null and price > 0
  union all select product_id, id, price from rate_plans where kind <> 'day' and is_active;
