import { and, eq, gt, lt, sql } from "drizzle-orm"
import type { Party } from "../../domain/accounts/party.ts"
import { CART_LIFETIME_MINUTES, MAX_EXTENSIONS } from "../../domain/cart/cart.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { transaction } from "../database.server.ts"
import { carts } from "../schema/bookings.ts"
import { validCart } from "./hold.ts"

/** The cart has ended, or there is none; or it was extended as often as it may be. */
export type ExtendProblem = { kind: "ended" } | { kind: "used-up" }

/**
 * Keeps the days of the customer's cart, its lines' and the wizard's, 30 minutes longer; twice at most (D49). What has
 * ended is not brought back: somebody else may have the days.
 */
export async function extendHold({ account }: Party, at: Date): Promise<Result<{ endsAt: Date }, ExtendProblem>> {
  return transaction(async (tx) => {
    await tx.execute(sql`select 1 from profiles where id = ${account.id} for no key update`)
    const cart = await validCart(tx, account.id, at)
    if (!cart) return err({ kind: "ended" })
    const endsAt = new Date(cart.endsAt.getTime() + CART_LIFETIME_MINUTES * 60_000)
    const [extended] = await tx
      .update(carts)
      .set({ expiresAt: endsAt, extended: sql`${carts.extended} + 1` })
      .where(and(eq(carts.id, cart.cartId), gt(carts.expiresAt, at), lt(carts.extended, MAX_EXTENSIONS)))
      .returning({ id: carts.id })
    if (!extended) return err({ kind: "used-up" })
    await tx.execute(sql`
      update occupancy set hold_ends_at = ${endsAt.toISOString()}
      where cart_id = ${cart.cartId} and kind = 'hold' and hold_ends_at > ${at.toISOString()}`)
    return ok({ endsAt })
  })
}
