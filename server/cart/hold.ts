import { and, desc, eq, gt, sql } from "drizzle-orm"
import type { Day } from "../../domain/day.ts"
import { type Result, done, refused } from "../../domain/result.ts"
import { claimDays, claiming } from "../availability/claim.ts"
import { type ProductForRent, stockOf } from "../catalog/queries.ts"
import { type Transaction, db } from "../database.server.ts"
import { cartItems, carts } from "../schema/bookings.ts"

/** Section 9 of the specification: 30 minutes from the cart's creation. */
export const CART_LIFETIME_MINUTES = 30

export type Hold = { cartId: string; endsAt: Date }

/**
 * Keeps the wizard's days for a signed-in customer while the rest is typed (D8). Days held before for the same
 * product and no longer wanted are let go. Fails with `days-taken` when somebody else has one of them.
 */
export async function holdDays(
  customer: { id: string },
  product: ProductForRent,
  days: readonly Day[],
  at: Date,
): Promise<Result<Hold, { kind: "days-taken" }>> {
  const held = await claiming(async (tx) => {
    const cart = await cartFor(tx, customer.id, at)
    await releaseWizardDays(tx, cart.cartId, product.id)
    await claimDays(tx, {
      productId: product.id,
      days,
      stock: stockOf(product),
      occupant: { kind: "hold", cartId: cart.cartId, endsAt: cart.endsAt },
      customerId: customer.id,
      at,
    })
    return cart
  })
  return held === "days-taken" ? refused({ kind: "days-taken" }) : done(held)
}

/** The hold that a customer has on these days of a product, or null when a day is not held (any more). */
export async function currentHold(customerId: string, productId: string, days: readonly Day[], at: Date): Promise<Hold | null> {
  const held = await db.execute<{ cart_id: string; ends: Date; days: number }>(sql`
    select cart_id, min(hold_ends_at) as ends, count(distinct day)::integer as days
    from occupancy join carts on carts.id = cart_id
    where product_id = ${productId} and kind = 'hold' and role = 'rental' and carts.user_id = ${customerId}
      and hold_ends_at > ${at.toISOString()} and day = any(${sql.param(days)}::date[])
    group by cart_id`)
  const row = held.rows.find((candidate) => candidate.days === new Set(days).size)
  return row ? { cartId: row.cart_id, endsAt: new Date(row.ends) } : null
}

/** The valid cart of a customer, or a new one that lives 30 minutes (specification, section 4). */
async function cartFor(tx: Transaction, customerId: string, at: Date): Promise<Hold> {
  const [valid] = await tx
    .select({ cartId: carts.id, endsAt: carts.expiresAt })
    .from(carts)
    .where(and(eq(carts.userId, customerId), gt(carts.expiresAt, at)))
    .orderBy(desc(carts.createdAt))
    .limit(1)
  if (valid) return valid
  const endsAt = new Date(at.getTime() + CART_LIFETIME_MINUTES * 60_000)
  const [created] = await tx.insert(carts).values({ userId: customerId, expiresAt: endsAt, createdAt: at }).returning({ cartId: carts.id })
  if (!created) throw new Error("Failed to create or retrieve cart")
  return { cartId: created.cartId, endsAt }
}

/** Lets go the days that the wizard held for a product, keeping those of the cart's own lines. */
async function releaseWizardDays(tx: Transaction, cartId: string, productId: string): Promise<void> {
  const lines = await tx
    .select({ dates: cartItems.dates })
    .from(cartItems)
    .where(and(eq(cartItems.cartId, cartId), eq(cartItems.productId, productId)))
  const kept = lines.flatMap(({ dates }) => dates)
  await tx.execute(sql`
    delete from occupancy where cart_id = ${cartId} and product_id = ${productId} and not day = any(${sql.param(kept)}::date[])`)
}
