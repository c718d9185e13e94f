import type { BookingId } from "../../domain/id.ts"
import type { Transaction } from "../database.server.ts"
import { UNDO_OFFERED_FOR_SECONDS } from "../../domain/journal/undo-window.ts"
import { enqueue, promised } from "../jobs/queue.ts"

/** Promises that a confirmed booking's contract will say what the booking is now, in the transaction that makes it so. */
export async function enqueueContract(
  tx: Transaction,
  { id, confirmedAt }: { id: BookingId; confirmedAt: Date | null },
): Promise<void> {
  if (!confirmedAt) return
  const payload = { bookingId: id, confirmedAt: confirmedAt.toISOString() }
  await enqueue(tx, "send-contract", payload)
}

/** The same for a confirmation of that moment, once there is a transaction: its contract is made when it cannot be undone any more (D10). */
export function contractPromise({ id, confirmedAt }: { id: BookingId; confirmedAt: Date }, at: Date) {
  const startAfter = new Date(at.getTime() + UNDO_OFFERED_FOR_SECONDS * 1000)
  return promised("send-contract", [{ payload: { bookingId: id, confirmedAt: confirmedAt.toISOString() }, startAfter }])
}
