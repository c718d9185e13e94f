-- A quote answers a lead, of whatever kind; a message has one since migration 0355.
alter table quotes add column lead_id uuid references leads (id) on delete set null;
update quotes set lead_id = leads.id from leads where leads.message_id = quotes.message_id;
alter table quotes drop column message_id;
create index quotes_lead on quotes (lead_id) where lead_id is not null;
