-- What somebody had typed when their session ended, for as long as their password waits for its second factor: it is
-- put into their account once the code is right, and goes with the row.
alter table pending_sign_ins add column carried jsonb;
