-- What a bank takes back or brings back is a line of its own: whoever noted the transfer reads that it did not stay.
alter table bank_lines add column reversal boolean not null default false;

drop view bank_lines_now;
create view bank_lines_now as
  select line.*,
    case
      when dismissed_at is not null then 'dismissed'
      when payment_id is not null
        and not exists (select from payments taken where taken.corrects = line.payment_id) then 'settled'
      when refund_id is not null
        and exists (select from refunds where refunds.id = line.refund_id and made_at is not null) then 'settled'
      else 'open'
    end as state
  from bank_lines line;
