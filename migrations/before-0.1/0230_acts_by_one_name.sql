-- Acts recorded under names that nothing writes any more take the names of today. The record is append-only otherwise.
alter table events disable trigger events_append_only;

update events set details = (details - array['days', 'daysBefore', 'total', 'totalBefore']) || jsonb_build_object(
    'before', jsonb_strip_nulls(jsonb_build_object('dates', details -> 'daysBefore', 'total', details -> 'totalBefore')),
    'after', jsonb_strip_nulls(jsonb_build_object('dates', details -> 'days', 'total', details -> 'total')))
  where action = 'booking.edited' and details ?| array['daysBefore', 'totalBefore'];

update events set details = jsonb_set(details, '{template}',
    case details ->> 'template' when 'email-change' then '"email-change-new"' else '"password-forgotten"' end::jsonb)
  where action in ('mail.retried', 'mail.refused') and details ->> 'template' in ('password-link', 'email-change');

alter table events enable trigger events_append_only;
