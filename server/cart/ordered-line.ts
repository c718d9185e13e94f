import { type SQL, type Placeholder, sql } from "drizzle-orm"

/**
 * The line of a customer's cart that an order takes its place of: the one that was named, else one with the same product
 * and days. To be filled in: `accountId`, `productId`, `itemId`, `days`.
 */
export function orderedLine(given: (name: string) => Placeholder): SQL {
  return sql`select line.id from cart_items line join carts cart on cart.id = line.cart_id
      where cart.user_id = ${given("accountId")} and line.product_id = ${given("productId")}
        and (line.id = ${given("itemId")}::uuid or line.dates = ${given("days")}::date[])
      order by (line.id = ${given("itemId")}::uuid) desc nulls last, line.created_at
      limit 1`
}
