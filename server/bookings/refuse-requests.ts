import { and, asc, eq, inArray } from "drizzle-orm"
import type { ProfileId } from "../../domain/id.ts"
import type { Administrator } from "../../domain/accounts/party.ts"
import { refuseExpired } from "../availability/expire.ts"
import { lockProfile } from "../customers/lock-profile.ts"
import { transaction } from "../database.server.ts"
import { occupancy } from "../schema/availability.ts"
import { bookings, carts } from "../schema/bookings.ts"
import { moveOnce } from "./answer.ts"

/**
 * Refuses all that one person has waiting for an answer, and lets go what their carts hold, in one transaction: whoever
 * blocks the calendar blocks it no more (D40). What is confirmed stays. Answers how many requests were refused; those
 * whose time had run out are refused by the system, as always, and not counted.
 */
export async function refuseRequestsOf(
  actor: Administrator,
  customerId: ProfileId,
  at: Date = new Date(),
): Promise<number> {
  return transaction(async (tx) => {
    await lockProfile(tx, customerId)
    const waiting = await tx
      .select({ id: bookings.id })
      .from(bookings)
      .where(and(eq(bookings.userId, customerId), eq(bookings.status, "pending")))
      .orderBy(asc(bookings.id))
    const ids = waiting.map(({ id }) => id)
    await refuseExpired(tx, ids, at)
    let refused = 0
    for (const id of ids) if (await moveOnce(tx, actor, id, { from: "pending", to: "refused" }, at)) refused++
    const own = tx.select({ id: carts.id }).from(carts).where(eq(carts.userId, customerId))
    await tx.delete(occupancy).where(inArray(occupancy.cartId, own))
    return refused
  })
}
