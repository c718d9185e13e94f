import { type SQL, and, eq, inArray, sql } from "drizzle-orm"
import type { CartId, CartItemId, ProductId, ProfileId } from "../../../domain/id.ts"
import type { Party } from "../../../domain/accounts/party.ts"
import type { Day } from "../../../domain/day.ts"
import { forgetDraft } from "../draft.ts"
import { mayOrderFor } from "../../access/may-book-for.ts"
import { holdsDays, releaseCustomerWizardHolds } from "../../availability/holds.ts"
import { lockProfile } from "../../access/lock-profile.ts"
import { type Transaction, transaction } from "../../platform/database.server.ts"
import { cartItems, carts } from "../../platform/schema/bookings.ts"

/**
 * Takes one line out of a customer's cart and lets go of its days; the cart ends with its last one (D49). A line that is
 * gone already, or another's, or that who acts may not touch (any more), is left alone: the answer is false.
 */
export async function removeFromCart(party: Party, itemId: CartItemId): Promise<boolean> {
  return emptying(party, eq(cartItems.id, itemId))
}

/**
 * Takes every line out of one cart of a customer, which ends it (D49). What was added to another one since stays. False
 * when nothing was in it, or who acts may not touch it.
 */
export async function clearCart(party: Party, cartId: CartId): Promise<boolean> {
  return emptying(party, eq(cartItems.cartId, cartId))
}

async function emptying(party: Party, lines: SQL): Promise<boolean> {
  const accountId = party.account.id
  return transaction(async (tx) => {
    if (!(await mayOrderFor(tx, party))) return false
    await lockProfile(tx, accountId)
    const removed = await tx
      .delete(cartItems)
      .where(and(lines, inArray(cartItems.cartId, cartsOf(tx, accountId))))
      .returning({ id: cartItems.id })
    await endEmptyCart(tx, accountId)
    return removed.length > 0
  })
}

/**
 * What was chosen of a product and has become an order is kept no more: its line of the cart, the days that the wizard
 * kept, which are free for the order first, and the draft. What the customer types meanwhile of another is another order.
 */
export async function forgetOrderedChoice(
  tx: Transaction,
  {
    accountId,
    productId,
    days,
    itemId,
  }: {
    accountId: ProfileId
    productId: ProductId
    days: readonly Day[]
    itemId: CartItemId | null
  },
): Promise<void> {
  // The line that was named, else one with the same product and days.
  await tx.execute(sql`
    delete from cart_items where id = (
      select line.id from cart_items line join carts cart on cart.id = line.cart_id
      where cart.user_id = ${accountId} and line.product_id = ${productId}
        and (line.id = ${itemId}::uuid or line.dates = ${sql.param(days)}::date[])
      order by (line.id = ${itemId}::uuid) desc nulls last, line.created_at
      limit 1)`)
  await forgetDraft(tx, accountId, productId)
  await releaseCustomerWizardHolds(tx, accountId, productId)
}

/**
 * A cart in which nothing is left, neither a line nor days that the wizard keeps, ends: the next choice begins a new one
 * with the full 30 minutes (D49). Call it with the profile locked, as whoever adds to a cart has it.
 */
export async function endEmptyCart(tx: Transaction, accountId: ProfileId): Promise<void> {
  await tx.execute(sql`
    delete from carts where user_id = ${accountId}
      and not exists (select from cart_items where cart_id = carts.id)
      and not ${holdsDays(sql`carts.id`)}`)
}

/** All lines of a cart have become orders (D13). */
export async function forgetCartLines(tx: Transaction, accountId: ProfileId, cartId: CartId): Promise<void> {
  await tx.execute(sql`
    delete from cart_items
    where cart_id = ${cartId} and cart_id in (select id from carts where user_id = ${accountId})`)
}

function cartsOf(tx: Transaction, accountId: ProfileId) {
  return tx.select({ id: carts.id }).from(carts).where(eq(carts.userId, accountId))
}
