import { eq } from "drizzle-orm"
import type { ContractId } from "../../domain/id.ts"
import { system } from "../../domain/accounts/party.ts"
import { summarizeChange } from "../../domain/booking/change-summary.ts"
import { reclaimRentals } from "../availability/rentals.ts"
import { clearAgreedDetails } from "./clear-agreed-details.ts"
import { type Transaction, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { bookings, contracts } from "../platform/schema/bookings.ts"
import { updateSigningDeadline } from "../contracts/contract-delivery.ts"
import { addEvidence } from "../contracts/evidence.ts"
import { readStoredHours } from "../booking-record/hours.ts"
import { signedFacts } from "../booking-record/booking-in-force.ts"
import { withRentals, writeRentals } from "../booking-record/rentals.ts"
import { readLiveContracts, matchesBooking } from "../contracts/versions.ts"
import { lockBooking } from "../booking-record/lock-booking.ts"

/** Returns to the signed state and days (D59). Idempotent. */
export function lapseChange(contractId: ContractId, at: Date): Promise<string> {
  return transaction((tx) => lapseChangeInTransaction(tx, contractId, at))
}

export async function lapseChangeInTransaction(tx: Transaction, contractId: ContractId, at: Date): Promise<string> {
  const [contract] = await tx
    .select({ bookingId: contracts.bookingId })
    .from(contracts)
    .where(eq(contracts.id, contractId))
  if (!contract) return "no such contract"
  const row = await lockBooking(tx, contract.bookingId)
  const { signed, waiting } = await readLiveContracts(tx, contract.bookingId)
  if (!row || waiting?.id !== contractId || waiting.dueAt === null || waiting.dueAt > at) return "nothing to do"
  const booking = await withRentals(row, tx)
  // A first contract is no change: its booking ends.
  if (!signed) return "nothing was signed"
  if (booking.status === "confirmed" && (await updateSigningDeadline(tx, booking, at)) === "not-expired")
    return "delivered to nobody"
  await tx.update(contracts).set({ status: "lapsed" }).where(eq(contracts.id, contractId))
  await addEvidence(tx, contractId, { kind: "lapsed", details: { dueAt: waiting.dueAt.toISOString() } }, at)
  const signedState = signedFacts(signed)
  if (booking.status !== "confirmed" || signedState === null || matchesBooking(signed, booking)) return "lapsed"
  const { rentals, ...columns } = signedState
  const [updated] = await tx
    .update(bookings)
    .set({ ...columns, agreement: signed.agreement })
    .where(eq(bookings.id, booking.id))
    .returning()
  if (!updated) throw new Error(`Booking ${booking.id} was locked, then gone`)
  await writeRentals(tx, booking.id, rentals)
  const restored = { ...updated, rentals }
  const cleared = await clearAgreedDetails(tx, booking, restored, at)
  const { setAt: _, ...hours } = await readStoredHours(booking.id, tx)
  await reclaimRentals(tx, { bookingId: booking.id, rentals, customerId: null, hours, at })
  const summary = summarizeChange(booking, restored)
  await recordEvent(tx, {
    by: system,
    action: "booking.change-lapsed",
    subject: booking.id,
    details: { version: waiting.version, ...summary.details, ...(cleared.length > 0 ? { forgotten: cleared } : {}) },
    ...(summary.personal ? { personal: summary.personal } : {}),
    at,
  })
  return "lapsed, as signed again"
}
