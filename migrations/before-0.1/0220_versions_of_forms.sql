-- A form is loaded with `updated_at` as its version. Places in a list and pictures have acts of their own: they make no
-- open form old.
alter table product_pictures add column updated_at timestamptz not null default now();
alter table services_page_images add column updated_at timestamptz not null default now();

create function touch_edited_row() returns trigger language plpgsql as $$
declare
  -- `words` is generated of other columns, after this trigger.
  elsewhere constant text[] := '{order,image_url,hero_image_url,company_logo_url,words}';
begin
  if to_jsonb(old) - elsewhere is distinct from to_jsonb(new) - elsewhere then
    new.updated_at := greatest(now(), old.updated_at + interval '1 millisecond');
  end if;
  return new;
end $$;

do $$
declare
  touched text;
begin
  foreach touched in array array[
    'site_config', 'about_page_content', 'testimonials', 'faq_entries', 'products', 'product_options', 'product_pictures',
    'services_page_images']
  loop
    execute format('drop trigger if exists %I on %I', touched || '_touch', touched);
    execute format(
      'create trigger %I before update on %I for each row execute function touch_edited_row()', touched || '_touch', touched);
  end loop;
end $$;
