-- What a provider tells and what is asked of it again (decision 31): its events, refunds by card, disputes.

-- Each event once. Nothing of it is believed but that there is something to look at.
create table provider_events (
  provider text not null check (provider in ('stripe')),
  event_id text not null,
  kind text not null,
  object_id text not null,
  received_at timestamptz not null,
  primary key (provider, event_id)
);
create index provider_events_received on provider_events (received_at);

alter table card_payments add column looked_at timestamptz;

alter table refunds
  -- The card payment that it is given back of, by a job. Null: somebody does it by hand (D57).
  add column payment_id uuid references payments (id),
  -- The provider was asked: from then on it is not dropped any more.
  add column begun_at timestamptz,
  -- The provider could not: the money is to be given back by hand.
  add column failed_at timestamptz,
  add column failure text,
  add constraint refunds_by_card check (payment_id is not null or begun_at is null and failed_at is null),
  add constraint refunds_begun_stays check (dropped_at is null or begun_at is null);
create index refunds_payment on refunds (payment_id) where payment_id is not null;

-- What keeps refunds as they are, by a trigger of their own. As before, what is noted later is noted once, and the
-- provider's number is erased after 13 months (D31). One step more: a refund by card that fails, at once or after it was
-- made, is an open matter again, once.
create function keep_refund() returns trigger language plpgsql as $$
declare
  noted constant text[] := array['made_on', 'made_means', 'made_at', 'made_by', 'provider', 'provider_id', 'dropped_at', 'begun_at'];
  failing constant text[] := array['made_on', 'made_means', 'made_at', 'provider', 'provider_id', 'failed_at', 'failure'];
  before jsonb := to_jsonb(old);
  after jsonb;
begin
  if tg_op = 'UPDATE' then
    after := to_jsonb(new);
    if old.failed_at is null and new.failed_at is not null and old.payment_id is not null and new.made_at is null
      and before - failing = after - failing
    then
      return new;
    end if;
    if before - noted - 'note' = after - noted - 'note'
      and (select bool_and(before -> name = 'null' or before -> name = after -> name) from unnest(noted) name)
      and (new.note is null or new.note is not distinct from old.note
        or old.note is null and old.made_at is null and new.made_at is not null)
    then
      return new;
    end if;
    if before - 'provider_id' = after - 'provider_id' and new.provider_id = 'erased-' || old.id
      and old.made_at < now() - interval '13 months'
    then
      return new;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
drop trigger refunds_kept on refunds;
create trigger refunds_kept before update or delete on refunds for each row execute function keep_refund();

-- No more of one card payment goes back than it was.
create function check_card_refund() returns trigger language plpgsql as $$
begin
  perform 1 from bookings where id = new.booking_id for no key update;
  if not exists (
    select from payments where id = new.payment_id and booking_id = new.booking_id and provider is not null
      and amount >= (select sum(amount) from refunds where payment_id = new.payment_id and dropped_at is null))
  then
    raise exception 'No more of a card payment is given back than it was' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger refunds_of_card_checked after insert on refunds for each row when (new.payment_id is not null)
  execute function check_card_refund();

-- A customer disputes a payment at their bank: what the provider says of it, the last time it was asked.
create table card_disputes (
  provider text not null check (provider in ('stripe')),
  provider_id text not null,
  booking_id uuid not null references bookings (id),
  payment_id uuid not null references payments (id),
  amount integer not null check (amount > 0),
  -- The provider's own code.
  reason text not null,
  stage text not null check (stage in ('to_answer', 'answered', 'won', 'lost')),
  -- By when the bank wants its evidence.
  answer_by timestamptz,
  opened_at timestamptz not null,
  looked_at timestamptz not null,
  primary key (provider, provider_id)
);
create index card_disputes_booking on card_disputes (booking_id);
create index card_disputes_to_answer on card_disputes (answer_by) where stage = 'to_answer';

-- What is due is asked for, and reminded of, once for each stage of each instalment: "<contract> <position> <stage>".
alter table booking_notices
  drop constraint booking_notices_kind_check,
  add constraint booking_notices_kind_check check (kind in ('waiting', 'day-before', 'thanks', 'payment'));
