import { type SQL, and, eq, inArray, sql } from "drizzle-orm"
import type { CartId, CartItemId, ProductId, ProfileId } from "../../../domain/id.ts"
import type { Party } from "../../../domain/accounts/party.ts"
import type { Day } from "../../../domain/day.ts"
import type { PlanChoice } from "../../../domain/pricing/rate-plan.ts"
import { deleteDraft } from "../draft.ts"
import { mayOrderFor } from "../../access/may-book-for.ts"
import { hasHolds, releaseCustomerWizardHolds } from "../../availability/holds.ts"
import { lockProfile } from "../../access/lock-profile.ts"
import { type Transaction, transaction } from "../../platform/database.server.ts"
import { cartItems, carts } from "../../platform/schema/bookings.ts"

/** Ends an empty cart (D49). */
export async function removeFromCart(party: Party, itemId: CartItemId): Promise<boolean> {
  return removeLines(party, eq(cartItems.id, itemId))
}

export async function clearCart(party: Party, cartId: CartId): Promise<boolean> {
  return removeLines(party, eq(cartItems.cartId, cartId))
}

async function removeLines(party: Party, lines: SQL): Promise<boolean> {
  const accountId = party.account.id
  return transaction(async (tx) => {
    if (!(await mayOrderFor(tx, party))) return false
    await lockProfile(tx, accountId)
    const removed = await tx
      .delete(cartItems)
      .where(and(lines, inArray(cartItems.cartId, selectCarts(tx, accountId))))
      .returning({ id: cartItems.id })
    await endEmptyCart(tx, accountId)
    return removed.length > 0
  })
}

/** Runs before the claim: it releases the wizard's days. */
export async function deleteOrderedChoice(
  tx: Transaction,
  {
    accountId,
    productId,
    days,
    plan: { id: planId, startTime, extraHours },
    itemId,
  }: {
    accountId: ProfileId
    productId: ProductId
    days: readonly Day[]
    plan: PlanChoice
    itemId: CartItemId | null
  },
): Promise<void> {
  // Falls back to the same product, days and hours.
  await tx.execute(sql`
    delete from cart_items where id = (
      select line.id from cart_items line join carts cart on cart.id = line.cart_id
      where cart.user_id = ${accountId} and line.product_id = ${productId}
        and (line.id = ${itemId}::uuid or line.dates = ${sql.param(days)}::date[]
          and line.plan_id is not distinct from ${planId}::uuid
          and line.start_time is not distinct from ${startTime}::text and line.extra_hours = ${extraHours})
      order by (line.id = ${itemId}::uuid) desc nulls last, line.created_at
      limit 1)`)
  await deleteDraft(tx, accountId, productId)
  await releaseCustomerWizardHolds(tx, accountId, productId)
}

/** Requires the profile lock (D49). */
export async function endEmptyCart(tx: Transaction, accountId: ProfileId): Promise<void> {
  await tx.execute(sql`
    delete from carts where user_id = ${accountId}
      and not exists (select from cart_items where cart_id = carts.id)
      and not ${hasHolds(sql`carts.id`)}`)
}

export async function deleteCartLines(tx: Transaction, accountId: ProfileId, cartId: CartId): Promise<void> {
  await tx.execute(sql`
    delete from cart_items
    where cart_id = ${cartId} and cart_id in (select id from carts where user_id = ${accountId})`)
}

function selectCarts(tx: Transaction, accountId: ProfileId) {
  return tx.select({ id: carts.id }).from(carts).where(eq(carts.userId, accountId))
}
