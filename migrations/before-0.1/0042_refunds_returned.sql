-- A refund that the bank returns has moved twice: its line is taken back by a counter-entry, and what is given back
-- instead has a line of its own (decision 33).
alter table takings drop constraint takings_kind_source_id_key;
create unique index takings_payment_once on takings (source_id) where kind = 'payment';
create index takings_of_refund on takings (source_id, number) where kind = 'refund';
create index takings_corrects on takings (corrects) where corrects is not null;
-- A day may see more returned than given back.
alter table takings_closings drop constraint takings_closings_refunded_check;

drop function add_taking(text, uuid, uuid, text, integer, date, timestamptz, uuid);
-- `taken_back`: the payment or refund whose last line this one takes back.
create function add_taking(of_kind text, of_source uuid, of_booking uuid, its_means text, its_amount integer, its_day date,
  its_record timestamptz, taken_back uuid) returns void language plpgsql as $$
declare
  last takings;
  line takings;
begin
  perform lock_takings();
  select * into last from takings order by number desc limit 1;
  line.number := coalesce(last.number, 0) + 1;
  line.kind := of_kind;
  line.source_id := of_source;
  select number into strict line.booking_number from bookings where id = of_booking;
  line.means := its_means;
  line.amount := its_amount;
  line.moved_on := its_day;
  line.recorded_at := its_record;
  if taken_back is not null then
    select number into strict line.corrects from takings
      where kind = of_kind and source_id = taken_back order by number desc limit 1;
  end if;
  line.day := greatest((its_record at time zone 'Europe/Paris')::date, last.day,
    (select max(last_day) + 1 from takings_closings where period = 'day'));
  line.previous_hash := coalesce(last.hash, repeat('0', 64));
  line.hash := taking_hash(line);
  insert into takings select line.*;
end $$;

create function register_returned_refund() returns trigger language plpgsql as $$
begin
  perform add_taking('refund', new.id, new.booking_id, old.made_means, new.amount,
    (new.failed_at at time zone 'Europe/Paris')::date, new.failed_at, new.id);
  return null;
end $$;
create constraint trigger refunds_returned after update on refunds deferrable initially deferred
  for each row when (old.made_at is not null and new.made_at is null) execute function register_returned_refund();
