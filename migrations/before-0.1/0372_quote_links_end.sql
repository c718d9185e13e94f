-- A link is closed by its end: sending a withdrawn quote again ends those before.
update quote_links set ends_at = greatest(revoked_at, made_at + interval '1 microsecond') where revoked_at is not null;
alter table quote_links drop column revoked_at;
