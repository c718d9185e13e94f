import { and, asc, eq } from "drizzle-orm"
import type { ProfileId } from "../../domain/id.ts"
import type { Administrator } from "../../domain/accounts/party.ts"
import { isCountedElsewhere } from "../../domain/booking/travelling.ts"
import { releaseCustomerHolds } from "../availability/holds.ts"
import { refuseExpired } from "./refuse-expired.ts"
import { lockProfile } from "../access/lock-profile.ts"
import { transaction } from "../platform/database.server.ts"
import { bookings } from "../platform/schema/bookings.ts"
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
      .select({ id: bookings.id, priceLines: bookings.priceLines })
      .from(bookings)
      .where(and(eq(bookings.userId, customerId), eq(bookings.status, "pending")))
      .orderBy(asc(bookings.id))
    await refuseExpired(
      tx,
      waiting.map(({ id }) => id),
      at,
    )
    let refused = 0
    // Those that carry the fee of a shared delivery go last: it is handed on to none that goes as well.
    const last = waiting.toSorted((one, other) => Number(isCountedElsewhere(other)) - Number(isCountedElsewhere(one)))
    const move = { from: "pending", to: "refused" } as const
    for (const { id } of last) if (await moveOnce(tx, { actor, id, move, at })) refused++
    await releaseCustomerHolds(tx, customerId)
    return refused
  })
}
