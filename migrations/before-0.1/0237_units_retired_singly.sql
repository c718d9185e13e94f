-- Any unit can be retired, not only the highest: what is free is counted on the numbers in service.
alter table products add column retired_units smallint[] not null default '{}';
update products set retired_units = retired.numbers
  from (select product_id, array_agg(number order by number) as numbers
    from units where retired_on is not null group by product_id) retired
  where id = retired.product_id;

alter table units add column updated_at timestamptz not null default now();
create trigger units_updated_at before update on units for each row execute function touch_updated_at();

create or replace function count_units() returns trigger language plpgsql as $$
begin
  update products set stock = in_service, retired_units = retired
    from (select product_id, count(*) filter (where retired_on is null) as in_service,
        coalesce(array_agg(number order by number) filter (where retired_on is not null), '{}') as retired
      from units where product_id in (select product_id from changed) group by product_id) counted
    where id = counted.product_id and (stock, retired_units) is distinct from (in_service::integer, retired);
  return null;
end $$;

-- A higher stock brings numbers after the highest in service, a lower one retires the highest.
create or replace function fit_units() returns trigger language plpgsql as $$
declare
  in_service integer;
  highest integer;
begin
  select count(*), coalesce(max(number), 0) into in_service, highest
    from units where product_id = new.id and retired_on is null;
  insert into units (product_id, number)
    select new.id, number from generate_series(highest + 1, highest + new.stock - in_service) number
    on conflict (product_id, number) do update set retired_on = null;
  update units set retired_on = current_date where id in (
    select id from units where product_id = new.id and retired_on is null
      order by number desc limit greatest(in_service - new.stock, 0));
  return null;
end $$;
