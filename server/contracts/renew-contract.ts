import type { Booking } from "../booking-record/booking.ts"
import type { Transaction } from "../platform/database.server.ts"
import { enqueueContract } from "./enqueue-contract.ts"
import { addContractVersion, readLiveContracts, matchesBooking, replaceWaitingVersions } from "./versions.ts"

export type Renewal = "none" | "at-once" | "later"

/** Replaces the waiting version at once, so that nobody signs outdated terms (D69). */
export async function renewContract(tx: Transaction, booking: Booking, { at }: { at: Date }): Promise<Renewal> {
  const { signed, waiting } = await readLiveContracts(tx, booking.id)
  if (!signed && !waiting) return "none"
  if (waiting && !matchesBooking(waiting, booking)) {
    if (signed && matchesBooking(signed, booking)) await replaceWaitingVersions(tx, booking.id, signed.version, at)
    else await addContractVersion(tx, booking.id, at)
  }
  await enqueueContract(tx, booking)
  return waiting ? "at-once" : "later"
}
