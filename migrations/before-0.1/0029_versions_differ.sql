-- What a form was opened on is known by `updated_at`, which browsers and JavaScript hold in milliseconds: two saves in one
-- millisecond must still be two versions.
create or replace function touch_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at := greatest(now(), old.updated_at + interval '1 millisecond');
  return new;
end $$;
