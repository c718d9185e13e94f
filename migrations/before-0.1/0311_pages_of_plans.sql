-- Pages show the plans of a product.
create trigger rate_plans_pages_new after insert on rate_plans referencing new table as changed
  for each statement execute function note_product_change();
create trigger rate_plans_pages_changed after update on rate_plans referencing old table as before new table as changed
  for each statement execute function note_product_moved();
create trigger rate_plans_pages_gone after delete on rate_plans referencing old table as changed
  for each statement execute function note_product_change();
create trigger rate_plans_pages_emptied after truncate on rate_plans
  for each statement execute function note_page_truncated();
