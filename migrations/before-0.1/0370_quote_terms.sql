-- Down payment, balance, cancellation, VAT and security deposit as the sent version offers them (D66). Null while it is a
-- draft, and for versions sent before this column: they have the shop's terms of the day.
alter table quote_versions
  add column terms jsonb check (jsonb_typeof(terms) = 'object'),
  add constraint quote_versions_terms_once_sent check (terms is null or sent_at is not null);

create or replace function keep_sent_quote_version() returns trigger language plpgsql as $$
begin
  if old.sent_at is not null
      and (new.row, new.extras, new.message, new.valid_until, new.keep_until, new.sent_at, new.version, new.terms)
        is distinct from
        (old.row, old.extras, old.message, old.valid_until, old.keep_until, old.sent_at, old.version, old.terms)
  then
    raise exception 'A version of a quote that was sent is frozen' using errcode = 'check_violation';
  end if;
  return new;
end $$;
