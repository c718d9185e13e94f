-- The letters of what is written are indexed outside of the transaction that a customer waits for (decision 74).

-- A mail is indexed as it is sent, refused or withdrawn, when its row is written anyway. Until then it is one of few, which a
-- search reads each.
alter table mail_details add column is_indexed boolean not null default true;
drop index mail_details_found_by;
create index mail_details_found_by on mail_details using gin (words gin_trgm_ops) where is_indexed;
create index mail_details_unindexed on mail_details (mail_id) where not is_indexed;

-- The journal searches what administrators did: the names and words of other events are found by nobody.
alter table event_details add column in_journal boolean not null default true;
drop index event_details_search;
create index event_details_search on event_details
  using gin (without_accents(coalesce(actor_name, '') || ' ' || left(coalesce(personal::text, ''), 2000)) gin_trgm_ops)
  where in_journal;
