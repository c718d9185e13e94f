-- A mail's words enter the index as it is ordered.
drop index mail_details_unindexed;
drop index mail_details_found_by;
alter table mail_details drop column is_indexed;
create index mail_details_found_by on mail_details using gin (words gin_trgm_ops);
