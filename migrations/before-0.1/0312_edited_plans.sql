-- Places in the list of plans make no open form old (migration 0220).
drop trigger rate_plans_touch on rate_plans;
create trigger rate_plans_touch before update on rate_plans for each row execute function touch_edited_row();

-- A line of a cart says that its plan is no longer offered, and has it again when the removal is undone.
alter table cart_items drop constraint cart_items_plan_id_fkey;
