import { eq } from "drizzle-orm"
import type { ContractId } from "../../domain/id.ts"
import { system } from "../../domain/accounts/party.ts"
import { summarizeChange } from "../../domain/booking/change-summary.ts"
import { travelTogether } from "../../domain/booking/travelling.ts"
import { keepOnlyDays } from "../availability/release.ts"
import { forgetAgreed } from "./forget-agreed.ts"
import { takeDeliveryBack } from "./shared-delivery.ts"
import { type Transaction, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { bookings, contracts } from "../platform/schema/bookings.ts"
import { hasRunOut } from "../contracts/contract-delivery.ts"
import { addEvidence } from "../contracts/evidence.ts"
import { signedFacts } from "../booking-record/booking-in-force.ts"
import { liveContracts, matchesBooking } from "../contracts/versions.ts"

/**
 * A change that nobody signed in time lapses: the booking is again what was signed, on the days that were kept for it,
 * and nothing is cancelled (D59). Running it twice, too early, or after a signature does nothing.
 */
export function lapseChange(contractId: ContractId, at: Date): Promise<string> {
  return transaction((tx) => lapseIn(tx, contractId, at))
}

/** The same in the transaction of whoever meets it: a claim over its days, an answer to its booking. */
export async function lapseIn(tx: Transaction, contractId: ContractId, at: Date): Promise<string> {
  const [known] = await tx
    .select({ bookingId: contracts.bookingId })
    .from(contracts)
    .where(eq(contracts.id, contractId))
  if (!known) return "no such contract"
  const [booking] = await tx.select().from(bookings).where(eq(bookings.id, known.bookingId)).for("update")
  const { signed, waiting } = await liveContracts(tx, known.bookingId)
  if (!booking || waiting?.id !== contractId || waiting.dueAt === null || waiting.dueAt > at) return "nothing to do"
  // A first contract is no change: its booking ends with it.
  if (!signed) return "nothing was signed"
  if (booking.status === "confirmed" && !(await hasRunOut(tx, booking, at))) return "delivered to nobody"
  await tx.update(contracts).set({ status: "lapsed" }).where(eq(contracts.id, contractId))
  await addEvidence(tx, contractId, { kind: "lapsed", details: { dueAt: waiting.dueAt.toISOString() } }, at)
  const back = signedFacts(signed)
  if (booking.status !== "confirmed" || back === null || matchesBooking(signed, booking)) return "lapsed"
  const [again] = await tx.update(bookings).set(back).where(eq(bookings.id, booking.id)).returning()
  if (!again) throw new Error(`Booking ${booking.id} was locked, then gone`)
  await keepOnlyDays(tx, again)
  const forgotten = await forgetAgreed(tx, booking, again)
  const summary = summarizeChange(booking, again)
  await recordEvent(tx, {
    by: system,
    action: "booking.change-lapsed",
    subject: booking.id,
    details: { version: waiting.version, ...summary.details, ...(forgotten.length > 0 ? { forgotten } : {}) },
    ...(summary.personal ? { personal: summary.personal } : {}),
    at,
  })
  if (!travelTogether(booking, again)) await takeDeliveryBack(tx, again, { by: system, at, isTold: true })
  return "lapsed, as signed again"
}
