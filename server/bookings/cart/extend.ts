import { and, eq, gt, lt, sql } from "drizzle-orm"
import type { Party } from "../../../domain/accounts/party.ts"
import { CART_LIFETIME_MINUTES, MAX_EXTENSIONS } from "../../../domain/cart/cart.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { extendCartHolds } from "../../availability/holds.ts"
import { lockProfile } from "../../access/lock-profile.ts"
import { carts } from "../../platform/schema/bookings.ts"
import { type HoldLimit, holdWithinLimits, refuseTooManyHeld, findValidCart } from "./hold.ts"

export type ExtendHoldProblem = { kind: "ended" } | { kind: "used-up" } | HoldLimit

/** Twice at most (D49), capped like any hold (D40). */
export async function extendHold(party: Party, at: Date): Promise<Result<{ endsAt: Date }, ExtendHoldProblem>> {
  const { account } = party
  const extended = await holdWithinLimits<Result<{ endsAt: Date }, ExtendHoldProblem>>(party, at, async (tx) => {
    await lockProfile(tx, account.id)
    const cart = await findValidCart(tx, account.id, at)
    if (!cart) return err({ kind: "ended" })
    const endsAt = new Date(cart.endsAt.getTime() + CART_LIFETIME_MINUTES * 60_000)
    const [updated] = await tx
      .update(carts)
      .set({ expiresAt: endsAt, extended: sql`${carts.extended} + 1` })
      .where(and(eq(carts.id, cart.cartId), gt(carts.expiresAt, at), lt(carts.extended, MAX_EXTENSIONS)))
      .returning({ id: carts.id })
    if (!updated) return err({ kind: "used-up" })
    await extendCartHolds(tx, { cartId: cart.cartId, endsAt, at })
    await refuseTooManyHeld(tx, cart.cartId)
    return ok({ endsAt })
  })
  if (extended === "days-taken") throw new Error("Days were taken where none were asked for")
  return "kind" in extended ? err(extended) : extended
}
