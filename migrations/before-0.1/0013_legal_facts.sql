-- A version that was published before its facts were kept, such as the house's own first one, gets them when another
-- takes its place (D24): once, and nothing else of it ever changes.

create function refuse_change_but_facts() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.facts is null and new.facts is not null and to_jsonb(old) - 'facts' = to_jsonb(new) - 'facts' then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

drop trigger legal_texts_append_only on legal_texts;
create trigger legal_texts_append_only before update or delete on legal_texts for each row execute function refuse_change_but_facts();
