-- The letter by which the subscribers of the newsletter hear of a new product (decision 56).
create table product_letters (
  id uuid primary key default gen_random_uuid(),
  -- One for each product, whoever presses and however often. No reference: a product that is removed and put back has had its letter.
  product_id uuid not null unique,
  subject text not null check (btrim(subject) <> ''),
  body text not null check (btrim(body) <> ''),
  ordered_by uuid references profiles (id) on delete set null,
  ordered_at timestamptz not null,
  -- Until then it can be stopped, and nobody has been written to.
  starts_at timestamptz not null,
  -- Since then every recipient has a mail.
  spread_at timestamptz
);

-- A row for each mail of a letter: two for one subscription cannot be. Whose it was goes with the subscription, and what
-- became of it stays, for the counts, when the mail itself is forgotten.
create table product_letter_mails (
  mail_id uuid primary key,
  letter_id uuid not null references product_letters (id) on delete cascade,
  subscription_id uuid references newsletter_subscriptions (id) on delete set null,
  state text not null default 'waiting',
  unique (letter_id, subscription_id)
);
create index product_letter_mails_subscription on product_letter_mails (subscription_id);

-- What becomes of a mail becomes of its letter, whoever writes it; one that is sent again is followed to the new mail.
create function follow_product_letter() returns trigger language plpgsql as $$
begin
  if new.sent_again_as is distinct from old.sent_again_as then
    update product_letter_mails set mail_id = new.sent_again_as, state = 'waiting' where mail_id = new.id;
  else
    update product_letter_mails set state = new.state where mail_id = new.id;
  end if;
  return null;
end $$;
create trigger mails_follow_product_letter after update of state, sent_again_as on mails
  for each row when (new.template = 'product-letter') execute function follow_product_letter();
