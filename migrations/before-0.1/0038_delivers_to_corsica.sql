-- Corsica is reached by sea: no distance from the mainland prices a delivery there unless the owner says so (D46).
alter table finance_settings add column delivers_to_corsica boolean not null default false;
