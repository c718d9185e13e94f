-- A cart that was filled from a shown price: it is honoured while the cart holds just what was shown.
alter table carts add column shown_price_id uuid references shown_prices (id) on delete set null;
