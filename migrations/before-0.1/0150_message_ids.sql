-- A mail's Message-ID is made of its id, which is the key: that no two have the same needs no index of its own, which every mail
-- would pay for. Nothing looks one up.
alter table mails drop constraint mails_message_id_key;
