-- A mail that was one template with several reasons is a template for each: the owner words each of them (decision 23).
-- What was ordered before keeps its row, under the new name; its data is gone once it has left, its words are not.
create function pg_temp.kind_apart(template text, data jsonb, subject text, body text) returns text language sql as $$
  select case
    when template = 'password-link' then
      case
        when data ->> 'reason' = 'invitation' or subject = 'Choisissez votre mot de passe' then 'password-invitation'
        when data ->> 'reason' = 'offered' or body like '%Voici de quoi choisir un nouveau mot de passe%' then 'password-offered'
        else 'password-forgotten'
      end
    when data ->> 'side' = 'new' or subject = 'Confirmez votre nouvelle adresse e-mail' then 'email-change-new'
    else 'email-change-old'
  end
$$;

update mails set template = pg_temp.kind_apart(mails.template, details.data, details.subject, details.body)
  from (select mails.id, mail_details.data, mail_details.subject, mail_details.body
    from mails left join mail_details on mail_details.mail_id = mails.id
    where template in ('password-link', 'email-change')) as details
  where mails.id = details.id;

-- Those that still wait in the queue are written from what it holds.
do $$
begin
  if to_regclass('pgboss.job') is null then return; end if;
  update pgboss.job
    set data = jsonb_set(data, '{template}', to_jsonb(pg_temp.kind_apart(data ->> 'template', data -> 'data', null, null)))
    where name = 'send-mail' and data ->> 'template' in ('password-link', 'email-change');
end $$;
