-- What a statement finds and its transaction cannot go on with. It fails, so that what was sent behind it is not done
-- either, COMMIT included: whoever sent them all at once need not wait for the answers in between. GU001 is ours alone.
create function refuse(reason text, facts jsonb default null) returns boolean language plpgsql as $$
begin
  raise exception using errcode = 'GU001', message = reason, detail = coalesce(facts::text, '');
end $$;

-- Within a booking's transaction its customer is found by the customer's row, not by all that wait for an answer.
create index bookings_open on bookings (user_id) where status in ('pending', 'confirmed');
