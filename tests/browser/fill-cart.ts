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
     insert into occupancy (unit_id, product_id, during, rented, kind, cart_id, cart_item_id, hold_ends_at)
     select units.id, product_id, rented, rented, 'hold', cart_id, line.id, now() + interval '30 minutes'
     from line join units using (product_id), rental_range(dates[1], dates[1], 0) rented where number = 1
     returning rental_day(lower(during), 0)::text as day`,
    [account.email],
  )
  await page.goto(`${shop.url}/cart`)
  return rows.map(({ day }) => day)
}
