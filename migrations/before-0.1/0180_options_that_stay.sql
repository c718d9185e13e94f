-- What the customer keeps is not on the list of what is taken back: an album with their photos, say. The owner ticks it.
alter table product_options add column stays_with_client boolean not null default false;
update product_options set stays_with_client = true where unit = 'pack' or name ilike 'livre d_or%';
