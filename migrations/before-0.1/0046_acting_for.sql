-- For whom a session acts (issue 12, D19, D55): the owner of an account that is shared with its person; null for oneself.
-- It stays when the grant is taken back, until the person has read why: what was meant for somebody else's account is
-- never done to one's own without their knowing.
alter table sessions add column acting_for uuid references profiles (id) on delete set null;
create index sessions_acting_for on sessions (acting_for) where acting_for is not null;
