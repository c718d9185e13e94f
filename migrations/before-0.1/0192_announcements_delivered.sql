-- The customer's 48 hours to answer what is to be kept of a deposit begin once its mail is delivered, and not with its order
-- (D78): which mail that is. What was announced before keeps the time that it has.
alter table deposits add column announced_mail uuid;
