import type { Booking } from "../booking-record/booking.ts"
import type { Transaction } from "../platform/database.server.ts"
import { enqueueContract } from "./enqueue-contract.ts"
import { addContractVersion, liveContracts, matchesBooking, replaceWaiting } from "./versions.ts"

/** `none`: the booking has no contract yet. `at-once`: a version waited, and nobody can sign it any more. */
export type Renewal = "none" | "at-once" | "later"

/**
 * Has the contract say what the booking says now, in the transaction that changes it. The version that waits is replaced
 * here, so that nobody signs what is not agreed any more (D69); its successor is typeset and mailed by a job. Where
 * nothing waits, the signed version stays in force (D59).
 */
export async function renewContract(tx: Transaction, booking: Booking, { at }: { at: Date }): Promise<Renewal> {
  const { signed, waiting } = await liveContracts(tx, booking.id)
  if (!signed && !waiting) return "none"
  if (waiting && !matchesBooking(waiting, booking)) {
    if (signed && matchesBooking(signed, booking)) await replaceWaiting(tx, booking.id, signed.version, at)
    // Without a template the job tries again until the owner has published one.
    else await addContractVersion(tx, booking.id, at)
  }
  await enqueueContract(tx, booking)
  return waiting ? "at-once" : "later"
}
