-- A line of the cart holds its own units: two lines never share one, and a line that is removed lets go of its days at
-- once. The days that the wizard holds for a choice that is in no cart yet have no line (D8).

alter table occupancy add column cart_item_id uuid references cart_items (id) on delete cascade;
alter table occupancy add constraint occupancy_line_is_a_hold check (cart_item_id is null or kind = 'hold');
create index occupancy_cart_item on occupancy (cart_item_id) where cart_item_id is not null;
