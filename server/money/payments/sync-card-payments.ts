import { and, eq, inArray } from "drizzle-orm"
import type { BookingId } from "../../../domain/id.ts"
import type { Transaction } from "../../platform/database.server.ts"
import { enqueue } from "../../platform/queue/queue.ts"
import { cardPayments } from "../../platform/schema/card-payments.ts"

/** Call it in the transaction of the change; a job then closes or settles the session (D28). */
export async function syncCardPayments(tx: Transaction, bookingId: BookingId): Promise<void> {
  const open = await tx
    .select({ id: cardPayments.id })
    .from(cardPayments)
    .where(and(eq(cardPayments.bookingId, bookingId), inArray(cardPayments.status, ["opening", "open"])))
  for (const { id } of open) await enqueue(tx, "settle-card-payment", { id })
}
