-- One chooses a product by its name: of very many, the first are read in the order of names.
create index products_by_name on products (name, id) where archived_at is null;
