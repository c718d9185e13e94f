import { and, eq, inArray, sql } from "drizzle-orm"
import type { CartId, CartItemId, ProductId, ProfileId } from "../../domain/id.ts"
import type { Party } from "../../domain/accounts/party.ts"
import type { Day } from "../../domain/day.ts"
import { type Transaction, db } from "../database.server.ts"
import { preparedSql } from "../database/prepared.ts"
import { cartItems, carts } from "../schema/bookings.ts"

/** Takes one line out of a customer's cart and lets go of its days. A line that is gone already, or another's, is left alone. */
export async function removeFromCart({ account }: Party, itemId: CartItemId): Promise<void> {
  await db.delete(cartItems).where(and(eq(cartItems.id, itemId), inArray(cartItems.cartId, cartsOf(account.id))))
}

/** Takes every line out of one cart of a customer. What was added to another one since stays. */
export async function clearCart({ account }: Party, cartId: CartId): Promise<void> {
  await db.delete(cartItems).where(and(eq(cartItems.cartId, cartId), inArray(cartItems.cartId, cartsOf(account.id))))
}

const forgetLine = preparedSql(
  "forget_cart_line",
  (given) => sql`
    delete from cart_items where id = (
      select cart_items.id from cart_items join carts on carts.id = cart_id
      where user_id = ${given("accountId")} and product_id = ${given("productId")}
        and (cart_items.id = ${given("itemId")}::uuid or dates = ${given("days")}::date[])
      order by (cart_items.id = ${given("itemId")}::uuid) desc nulls last, cart_items.created_at
      limit 1)`,
)

/** A line has become an order: the one that was named, else one with the same product and days. */
export async function forgetCartLine(
  tx: Transaction,
  ordered: { accountId: ProfileId; productId: ProductId; days: readonly Day[]; itemId: CartItemId | null },
): Promise<void> {
  await forgetLine(tx).execute(ordered)
}

function cartsOf(accountId: ProfileId) {
  return db.select({ id: carts.id }).from(carts).where(eq(carts.userId, accountId))
}
