-- The shop's windows as they were when a rental was placed (D61); null on whole calendar days.
alter table rentals add column windows jsonb;

alter table contracts disable trigger user;
update contracts set booked = jsonb_set(booked, '{rentals}', (
  select jsonb_agg(rental || '{"windows": null}' order by position)
  from jsonb_array_elements(booked -> 'rentals') with ordinality each (rental, position)))
  where booked is not null;
alter table contracts enable trigger user;

-- A signed rental may have been placed at another hour than the shop's.
create or replace function lapsed_days(moment timestamptz)
  returns table (booking_id uuid, rental smallint, day date)
language plpgsql stable rows 10 as $$
#variable_conflict use_column
begin
  return query
    select held.booking_id, held.rental, held.day
    from contracts change
      join contracts signed on signed.booking_id = change.booking_id and signed.status = 'signed'
      join bookings changed on changed.id = change.booking_id and changed.status = 'confirmed'
      join unit_days held on held.booking_id = change.booking_id
      join products product on product.id = held.product_id
    where change.status = 'sent' and change.due_at <= moment and signed.booked is not null
      and not exists (
        select from jsonb_array_elements(signed.booked -> 'rentals') agreed,
          jsonb_array_elements(agreed -> 'periods') period
        where (agreed ->> 'position')::smallint = held.rental
          and rental_range(held.day, held.day, rental_hour()) && tstzrange(
            shift_days((period ->> 'from')::timestamptz, -product.preparation_days_before),
            shift_days((period ->> 'until')::timestamptz, product.preparation_days_after)));
end $$;
