import type { Page } from "@playwright/test"
import type { Day } from "../../domain/day.ts"
import type { Shop } from "../harness/shop.ts"
import { signUp } from "./bookings.ts"
import { account } from "./wizard.ts"

/** Two products on one day and one on another; returns the days. */
export async function withCart(page: Page, shop: Shop): Promise<Day[]> {
  await signUp(page, shop)
  const rows = await shop.sql<{ day: Day }>(
    `with cart as (insert into carts (user_id, expires_at) select id, now() + interval '30 minutes' from users where email = $1 returning id),
      free as (select (current_date + 150 + n)::date as day from generate_series(0, 1) n),
      line as (insert into cart_items (cart_id, product_id, dates, created_at)
        select cart.id, products.id, array[current_date + 150 + place], now() + place * interval '1 second' + length(name) * interval '1 millisecond'
        from cart, products join (values ('Photomaton bois', 0), ('Borne de table', 0), ('Miroir magique', 1)) wanted (name, place) using (name)
        returning id, cart_id, product_id, dates)
     insert into occupancy (product_id, unit, day, role, kind, cart_id, cart_item_id, hold_ends_at)
     select product_id, 1, dates[1], 'rental', 'hold', cart_id, id, now() + interval '30 minutes' from line returning day::text`,
    [account.email],
  )
  await page.goto(`${shop.url}/cart`)
  return rows.map(({ day }) => day)
}
