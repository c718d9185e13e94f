-- The owner's catalogue screens.

-- A place in a list is nothing that a form edits: moving a product or an option makes no open form old, and says
-- nothing new to search engines. Their rows keep the time of their last real change.
drop trigger products_touch on products;
create trigger products_touch before update on products for each row
  when (to_jsonb(old) - 'order' is distinct from to_jsonb(new) - 'order')
  execute function touch_updated_at();

drop trigger product_options_touch on product_options;
create trigger product_options_touch before update on product_options for each row
  when (to_jsonb(old) - 'order' is distinct from to_jsonb(new) - 'order')
  execute function touch_updated_at();

-- The list of the back office, newest first, and its search by name.
create index products_newest on products (created_at desc);
