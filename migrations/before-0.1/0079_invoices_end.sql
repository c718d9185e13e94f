-- What an invoice names its customer by ends with the years for which accounts are kept (decision 61). Its number, its
-- days, its lines and its totals stay, and so does the order of its series.
alter table invoices add column erased_at timestamptz;

-- Its lines say what was rented and for how much; beside them stands where it was brought.
create function without_buyer(content jsonb) returns jsonb language sql immutable as $$
  select content || jsonb_build_object(
    'buyer', (content -> 'buyer') || jsonb_build_object(
      'name', 'Client effacé', 'contact', null, 'siren', null, 'vatNumber', null,
      'address', jsonb_build_object('street', 'Adresse effacée', 'zipCode', '', 'city', '')),
    'delivery', case when jsonb_typeof(content -> 'delivery') = 'object'
      then jsonb_build_object('street', 'Adresse effacée', 'zipCode', '', 'city', '') end,
    'lines', (select coalesce(jsonb_agg(line || '{"detail": ""}' order by place), '[]')
      from jsonb_array_elements(content -> 'lines') with ordinality lines(line, place)))
$$;

create or replace function keep_invoice() returns trigger language plpgsql as $$
declare
  -- A generated column is not there yet.
  filed constant text[] := array['pdf_key', 'pdf_sha256', 'words'];
begin
  if tg_op = 'UPDATE' and old.erased_at is null then
    if old.pdf_key is null and to_jsonb(old) - filed = to_jsonb(new) - filed then
      return new;
    end if;
    -- Ten years from the end of its year (L123-22 of the code de commerce), whatever instant is asked for.
    if old.year + 10 < extract(year from now() at time zone 'Europe/Paris')
      and new.erased_at is not null and new.pdf_key is null and new.pdf_sha256 is null
      and new.content = without_buyer(old.content)
      and to_jsonb(old) - filed - array['content', 'erased_at'] = to_jsonb(new) - filed - array['content', 'erased_at']
    then
      return new;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
