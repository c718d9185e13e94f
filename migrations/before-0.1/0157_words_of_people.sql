-- What a person is found by is worked out when it is written (as a product's, 0149), not again of each that is compared.
alter table profiles add column words text not null generated always as (without_accents(name || ' ' || email)) stored;
drop index profiles_found_by;
create index profiles_found_by on profiles using gin (words gin_trgm_ops);
