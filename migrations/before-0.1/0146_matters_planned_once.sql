-- As before (0143), but planned once on each connection: each confirmation works out what its booking waits for.
create or replace function keep_open_matters(ids uuid[]) returns void language plpgsql as $$
begin
  with found as materialized (select * from open_matters_of(ids)), kept as (
    insert into open_matters select * from found
    on conflict (booking_id) do update set (payment_amount, payment_due_on, payment_late_after, overpaid, overpaid_at, is_unsigned)
      = (excluded.payment_amount, excluded.payment_due_on, excluded.payment_late_after, excluded.overpaid, excluded.overpaid_at, excluded.is_unsigned)
    where open_matters is distinct from excluded)
  delete from open_matters where booking_id = any (ids) and booking_id not in (select booking_id from found);
end $$;
