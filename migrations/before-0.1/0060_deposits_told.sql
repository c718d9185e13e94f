-- The time to answer about a deposit begins once the customer was told of what is to be kept, and what is announced names
-- the report of the return (decision 37).
alter table deposits
  -- When the announcement was mailed, or the owner noted having told whoever has no address. Null: nobody was told.
  add column told_at timestamptz,
  add column report_id uuid references condition_reports (id) on delete set null;
update deposits set told_at = announced_at;
alter table deposits add constraint deposits_told_check check (told_at is null or announced_at is not null);
