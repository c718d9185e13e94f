-- A condition report has a section for each machine; in those from before, the report itself speaks of all of them.
alter table condition_reports add column machines jsonb not null default '[]';
alter table condition_report_photos add column rental smallint;
