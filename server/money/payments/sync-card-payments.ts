import { and, eq, inArray } from "drizzle-orm"
import type { BookingId } from "../../../domain/id.ts"
import type { Transaction } from "../../platform/database.server.ts"
import { enqueue } from "../../platform/queue/queue.ts"
import { cardPayments } from "../../platform/schema/card-payments.ts"

/**
 * A booking ended, its price changed or money came in: what is open at the provider may ask for too much. To be called
 * in that transaction; a job then closes the session, or finds that it was paid (D28).
 */
export async function syncCardPayments(tx: Transaction, bookingId: BookingId): Promise<void> {
  const open = await tx
    .select({ id: cardPayments.id })
    .from(cardPayments)
    .where(and(eq(cardPayments.bookingId, bookingId), inArray(cardPayments.status, ["opening", "open"])))
  for (const { id } of open) await enqueue(tx, "settle-card-payment", { id })
}
