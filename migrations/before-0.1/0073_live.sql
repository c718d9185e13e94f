-- What pages that change by themselves are told of, beside what public pages show: bookings by their events, carts, and
-- the rights of whoever listens (decision 57). The rows of page_changes say what changed and of whom, never what it is now.
alter table page_changes add column booking_id uuid, add column person_id uuid;

-- Each act records an event in its own transaction, so that whoever looks at a booking or at the back office's lists is
-- told by it. Null for what is not about a booking.
create function note_events() returns trigger language plpgsql as $$
begin
  insert into page_changes (what, booking_id) select distinct tg_table_name, booking_id from changed;
  return null;
end $$;
create trigger events_heard after insert on events referencing new table as changed
  for each statement execute function note_events();

-- A cart whose row has gone takes its lines with it, and is told by the row.
create function note_cart_lines() returns trigger language plpgsql as $$
begin
  insert into page_changes (what, person_id)
    select distinct tg_table_name, user_id from changed join carts on carts.id = changed.cart_id;
  return null;
end $$;
create trigger cart_items_heard_new after insert on cart_items referencing new table as changed
  for each statement execute function note_cart_lines();
create trigger cart_items_heard_changed after update on cart_items referencing new table as changed
  for each statement execute function note_cart_lines();
create trigger cart_items_heard_gone after delete on cart_items referencing old table as changed
  for each statement execute function note_cart_lines();

-- Tables with a person in each row.
create function note_person() returns trigger language plpgsql as $$
begin
  execute format('insert into page_changes (what, person_id) select distinct %L, %I from changed', tg_table_name, tg_argv[0]);
  return null;
end $$;
create trigger carts_heard_changed after update on carts referencing new table as changed
  for each statement execute function note_person('user_id');
create trigger carts_heard_gone after delete on carts referencing old table as changed
  for each statement execute function note_person('user_id');

-- Rights: a session that ends or acts for another account, an access given or taken back, a role, an account disabled.
create trigger sessions_heard_gone after delete on sessions referencing old table as changed
  for each statement execute function note_person('user_id');
create trigger shared_accounts_heard_changed after update on shared_accounts referencing new table as changed
  for each statement execute function note_person('shared_with_id');
create trigger shared_accounts_heard_gone after delete on shared_accounts referencing old table as changed
  for each statement execute function note_person('shared_with_id');

create function note_one_person() returns trigger language plpgsql as $$
begin
  insert into page_changes (what, person_id) values (tg_table_name, (to_jsonb(new) ->> tg_argv[0])::uuid);
  return null;
end $$;
create trigger sessions_heard_changed after update on sessions for each row
  when (old.acting_for is distinct from new.acting_for) execute function note_one_person('user_id');
create trigger profiles_heard_changed after update on profiles for each row
  when (old.role is distinct from new.role) execute function note_one_person('id');
create trigger users_heard_changed after update on users for each row
  when ((old.disabled_at, old.email_verified, old.password_renewal_due)
    is distinct from (new.disabled_at, new.email_verified, new.password_renewal_due))
  execute function note_one_person('id');
