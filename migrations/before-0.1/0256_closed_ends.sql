-- A rental that would end on a closed day ends on the next open one (D61).
create function next_open_day(product uuid, since date) returns date
language sql stable parallel safe
return (
  select min(day) from (
    select since as day
    union all
    select date + 1 from available_dates where product_id = product and date >= since and not is_available) candidate
  where not exists (select from available_dates
    where product_id = product and date = candidate.day and not is_available));

-- The last day that a rental of `day` occupies. One that ends at midnight is collected on the day itself.
create function last_held_day(product uuid, day date) returns date
language sql stable parallel safe
return case when rental_hour() = 0 then day else next_open_day(product, day + 1) - 1 end;

create function shift_days(moment timestamptz, days integer) returns timestamptz
language sql immutable parallel safe
return (moment at time zone 'Europe/Paris' + make_interval(days => days)) at time zone 'Europe/Paris';
