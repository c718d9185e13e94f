import { eq } from "drizzle-orm"
import type { ContractId } from "../../domain/id.ts"
import { system } from "../../domain/accounts/party.ts"
import { summarizeChange } from "../../domain/booking/change-summary.ts"
import type { Day } from "../../domain/day.ts"
import { travelTogether } from "../../domain/delivery/travelling.ts"
import { withClaimRetry } from "../availability/claim.ts"
import { forgetAgreed } from "../bookings/forget-agreed.ts"
import { takeDeliveryBack } from "../bookings/shared-delivery.ts"
import { recordEvent } from "../events/record.ts"
import { bookings, contracts } from "../schema/bookings.ts"
import { addEvidence } from "./evidence.ts"
import { holdExactly } from "./send-contract.ts"
import { liveContracts, saysTheBooking } from "./versions.ts"

/**
 * A change that nobody signed in time lapses: the booking is again what was signed, on the days that were kept for it,
 * and nothing is cancelled (D59). Running it twice, too early, or after a signature does nothing.
 */
export async function lapseChange(contractId: ContractId, at: Date): Promise<string> {
  const done = await withClaimRetry(async (tx) => {
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
    await tx.update(contracts).set({ status: "lapsed" }).where(eq(contracts.id, contractId))
    await addEvidence(tx, contractId, { kind: "lapsed", details: { dueAt: waiting.dueAt.toISOString() } }, at)
    if (booking.status !== "confirmed" || signed.booked === null || saysTheBooking(signed, booking)) return "lapsed"
    const { version: _shape, dates, ...booked } = signed.booked
    const back = { ...booked, dates: [...dates], total: signed.total, priceLines: signed.priceLines }
    const [again] = await tx
      .update(bookings)
      .set({ ...back, firstDay: dates[0] as Day, lastDay: dates.at(-1) as Day })
      .where(eq(bookings.id, booking.id))
      .returning()
    if (!again) throw new Error(`Booking ${booking.id} was locked, then gone`)
    await holdExactly(tx, again, at)
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
  })
  if (done === "days-taken") throw new Error(`The signed days of contract ${contractId} were not kept for it`)
  return done
}
