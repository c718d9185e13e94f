-- The time of signed bookings that only a change has which nobody signed in time (D59). A period is agreed with its
-- preparation days, or by the hour with its set-up and take-down, and with the hours agreed for its delivery and collection.
create function lapsed_time(moment timestamptz) returns table (id bigint, parts tstzmultirange)
language plpgsql stable rows 10 as $$
#variable_conflict use_column
begin
  return query
    select held.id, tstzmultirange(held.during) - coalesce(agreed.ranges, '{}')
    from contracts change
      join contracts signed on signed.booking_id = change.booking_id and signed.status = 'signed'
      join bookings changed on changed.id = change.booking_id and changed.status = 'confirmed'
      join occupancy held on held.booking_id = change.booking_id
      join products product on product.id = held.product_id
      left join booking_hours on booking_hours.booking_id = change.booking_id
      cross join lateral (
        select range_agg(tstzrange(
          least(case when by_the_hour then first - before else shift_days(first, -product.preparation_days_before) end,
            ((first at time zone 'Europe/Paris')::date + out_from::time) at time zone 'Europe/Paris'),
          greatest(case when by_the_hour then last + after else shift_days(last, product.preparation_days_after) end,
            (collection_day(tstzrange(first, last)) + back_to::time) at time zone 'Europe/Paris'))) as ranges
        from jsonb_array_elements(signed.booked -> 'rentals') signed_rental,
          jsonb_array_elements(signed_rental -> 'periods') period,
          lateral (select (period ->> 'from')::timestamptz as first, (period ->> 'until')::timestamptz as last,
            coalesce(signed_rental -> 'plan' ->> 'kind' = 'hours', false) as by_the_hour,
            make_interval(mins => (signed_rental -> 'plan' ->> 'setUpMinutes')::integer) as before,
            make_interval(mins => (signed_rental -> 'plan' ->> 'takeDownMinutes')::integer) as after) ends
        where (signed_rental ->> 'position')::smallint = held.rental) agreed
    where change.status = 'sent' and change.due_at <= moment and signed.booked is not null
      and not held.during <@ coalesce(agreed.ranges, '{}');
end $$;

-- The rental days of which nothing else is held.
drop function lapsed_days(timestamptz);
create function lapsed_days(moment timestamptz) returns table (id bigint, day date)
language sql stable rows 10 as $$
  select unit_days.id, day
  from lapsed_time(moment) lapsed join unit_days using (id) join occupancy using (id)
  where during * rental_range(day, day, rental_hour()) <@ parts
$$;
