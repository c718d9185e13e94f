alter table mail_links drop constraint mail_links_purpose_check;
alter table mail_links add constraint mail_links_purpose_check
  check (purpose in ('email-verification', 'password', 'sign-in'));
