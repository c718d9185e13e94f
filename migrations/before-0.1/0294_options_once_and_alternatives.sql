-- An option may count once for a rental, or be one choice among several: "Fond", of sequins, flowers or white.
alter table product_options
  add column is_once boolean not null default false,
  add column choice_group text not null default '' check (length(choice_group) <= 40);
