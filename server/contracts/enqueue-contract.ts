import type { BookingId } from "../../domain/id.ts"
import type { Transaction } from "../platform/database.server.ts"
import { enqueue } from "../platform/queue/queue.ts"

export async function enqueueContract(
  tx: Transaction,
  { id, confirmedAt }: { id: BookingId; confirmedAt: Date | null },
  startAfter: Date | null = null,
): Promise<void> {
  if (!confirmedAt) return
  const payload = { bookingId: id, confirmedAt: confirmedAt.toISOString() }
  await enqueue(tx, "send-contract", payload, startAfter ? { startAfter } : {})
}
