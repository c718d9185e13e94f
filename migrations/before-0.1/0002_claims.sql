-- What the site claims is content of the owner's (D25), with the defaults of the specification.

alter table site_config
  add column phone_help text not null default 'Assistance téléphonique 24/7' check (length(phone_help) between 1 and 80),
  add column setup_time text not null default 'moins de 30 minutes' check (length(setup_time) between 1 and 60),
  add column accessibility_percent smallint not null default 85 check (accessibility_percent between 0 and 100);

-- What a carousel picture shows, for who does not see it; empty: the caption says it.
alter table services_page_images add column image_alt text not null default '';

-- The facts of the company as they were when the version was published (D24); null in versions older than this column.
alter table legal_texts add column facts jsonb;
