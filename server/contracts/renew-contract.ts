import { eq } from "drizzle-orm"
import type { Booking } from "../booking-record/booking.ts"
import { type RentedBooking, withRentals } from "../booking-record/rentals.ts"
import type { Transaction } from "../platform/database.server.ts"
import { contracts } from "../platform/schema/bookings.ts"
import { addEvidence, readMailing } from "./evidence.ts"
import { enqueueContract } from "./enqueue-contract.ts"
import {
  type Contract,
  addContractVersion,
  isCurrentOffer,
  matchesBooking,
  readLiveContracts,
  replaceWaitingVersions,
} from "./versions.ts"

export type Renewal = "none" | "at-once" | "later"

/** Replaces the waiting version at once, so that nobody signs outdated terms (D69). */
export async function renewContract(tx: Transaction, booking: Booking, { at }: { at: Date }): Promise<Renewal> {
  const { signed, waiting } = await readLiveContracts(tx, booking.id)
  if (!signed && !waiting) return "none"
  if (waiting && !(await isCurrentOffer(tx, waiting, booking))) {
    const rented = await withRentals(booking, tx)
    if (signed && matchesBooking(signed, rented)) await replaceWaitingVersions(tx, booking.id, signed.version, at)
    else await replaceOffer(tx, waiting, rented, at)
  }
  await enqueueContract(tx, booking)
  return waiting ? "at-once" : "later"
}

async function replaceOffer(tx: Transaction, waiting: Contract, booking: RentedBooking, at: Date): Promise<void> {
  const added = await addContractVersion(tx, booking.id, at)
  if (added.ok && matchesBooking(waiting, booking)) await continueOffer(tx, waiting, added.value, at)
}

/** Only the client's address differs: the mail, its link and its deadline serve the new version (D70). */
async function continueOffer(tx: Transaction, earlier: Contract, { id }: Contract, at: Date): Promise<void> {
  const mailing = await readMailing(tx, earlier.id)
  const { sentAt, dueAt, remindedAt } = earlier
  if (!mailing || dueAt === null) return
  await tx.update(contracts).set({ status: "sent", sentAt, dueAt, remindedAt }).where(eq(contracts.id, id))
  const { email, ...details } = mailing
  const evidence = { kind: "sent", details: { ...details, dueAt: dueAt.toISOString() }, personal: { email } } as const
  await addEvidence(tx, id, evidence, at)
}
