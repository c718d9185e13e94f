import { and, asc, eq } from "drizzle-orm"
import type { ProfileId } from "../../domain/id.ts"
import type { Staff } from "../../domain/accounts/party.ts"
import { releaseCustomerHolds } from "../availability/holds.ts"
import { refuseExpired } from "./refuse-expired.ts"
import { lockProfile } from "../access/lock-profile.ts"
import { transaction } from "../platform/database.server.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { moveInTransaction } from "./answer.ts"

/** Stops somebody who blocks the calendar (D40). */
export async function refuseCustomerRequests(
  actor: Staff,
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
    await refuseExpired(
      tx,
      waiting.map(({ id }) => id),
      at,
    )
    let refused = 0
    const move = { from: "pending", to: "refused" } as const
    for (const { id } of waiting) if (await moveInTransaction(tx, { actor, id, move, at })) refused++
    await releaseCustomerHolds(tx, customerId)
    return refused
  })
}
