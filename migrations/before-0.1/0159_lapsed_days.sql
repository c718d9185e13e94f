-- Days of a signed booking that only a change had which nobody signed in time (decision D59), by `contracts_due`. A function,
-- because hardly any statement finds a day to ask it of: one that joins these tables itself makes ready for them each time,
-- which was a third of what a booking takes to look at the days around it.
create function lapsed_days(moment timestamptz) returns table (booking_id uuid, day date)
language plpgsql stable rows 10 as $$
#variable_conflict use_column
begin
  return query
    select kept.booking_id, kept.day
    from contracts change
      join contracts signed on signed.booking_id = change.booking_id and signed.status = 'signed'
      join bookings changed on changed.id = change.booking_id and changed.status = 'confirmed'
      join products product on product.id = changed.product_id
      join occupancy kept on kept.booking_id = change.booking_id
    where change.status = 'sent' and change.due_at <= moment and signed.booked is not null
      and not exists (
        select from jsonb_array_elements_text(signed.booked -> 'dates') agreed
        where kept.day between agreed::date - product.preparation_days_before
          and agreed::date + product.preparation_days_after);
end $$;
