-- What the equipment was like when it left and when it came back (decision 40): noted on the spot, signed by both, never
-- changed. A correction is another report.
create table condition_reports (
  -- Made with the form: the same report sent twice is one.
  id uuid primary key,
  booking_id uuid not null references bookings (id),
  leg text not null check (leg in ('out', 'back')),
  damaged boolean not null,
  remarks text not null,
  -- Who signed, and how (domain/contracts/evidence.ts).
  client_name text not null,
  client_signature jsonb not null,
  company_name text not null,
  company_signature jsonb not null,
  recorded_at timestamptz not null,
  recorded_by uuid references profiles (id),
  -- The sealed document, made after the transaction.
  pdf_key text,
  pdf_sha256 text check (pdf_sha256 ~ '^[0-9a-f]{64}$'),
  check ((pdf_key is null) = (pdf_sha256 is null))
);
create index condition_reports_booking on condition_reports (booking_id, leg, recorded_at);

create table condition_report_photos (
  report_id uuid not null references condition_reports (id),
  position smallint not null check (position >= 0),
  file_key text not null,
  width integer not null,
  height integer not null,
  primary key (report_id, position)
);

-- A report stays as it is; its document is noted once. After ten years it may go (article L213-1).
create function keep_condition_report() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.pdf_key is null
    and to_jsonb(old) - array['pdf_key', 'pdf_sha256'] = to_jsonb(new) - array['pdf_key', 'pdf_sha256']
  then
    return new;
  end if;
  if tg_op = 'DELETE' and old.recorded_at < now() - interval '10 years' then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger condition_reports_kept before update or delete on condition_reports
  for each row execute function keep_condition_report();
create trigger condition_reports_no_truncate before truncate on condition_reports
  for each statement execute function refuse_change();
create function keep_condition_photo() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (
    select from condition_reports where id = old.report_id and recorded_at < now() - interval '10 years')
  then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger condition_report_photos_kept before update or delete on condition_report_photos
  for each row execute function keep_condition_photo();
create trigger condition_report_photos_no_truncate before truncate on condition_report_photos
  for each statement execute function refuse_change();
