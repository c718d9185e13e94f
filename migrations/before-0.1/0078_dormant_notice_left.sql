-- An account ends thirty days after its notice was delivered, and not without: one that waits for its notice has no day yet
-- (decision 60). What was announced before keeps its day, unless the mail is known not to have left.
alter table profiles
  drop constraint profiles_told_of_a_day,
  add constraint profiles_told_of_a_day check (erase_on is null or dormant_told_at is not null);

update profiles set erase_on = null
where erase_on is not null and exists (
  select from mails join mail_details on mail_id = mails.id
  where template = 'dormant-notice' and state in ('kept', 'refused', 'failed', 'waiting') and sent_again_as is null
    and recipients -> 0 ->> 'address' = profiles.email);
