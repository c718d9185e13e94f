import { and, eq, lte, sql } from "drizzle-orm"
import type { BookingId } from "../../domain/id.ts"
import { system } from "../../domain/accounts/party.ts"
import { cancelsUnsignedBooking } from "../../domain/booking/deadlines.ts"
import { customerCancellation } from "../../domain/finance/cancellation-settlement.ts"
import { releaseBookingDays } from "../availability/release.ts"
import { updateSigningDeadline } from "../contracts/contract-delivery.ts"
import type { Transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { orderBookingMail } from "../booking-record/booking-mails.ts"
import { bookings, contracts } from "../platform/schema/bookings.ts"
import { closeContracts, writeEnd } from "./end-booking.ts"
import { readSettlementBasis } from "./settlement.ts"
import { lockBooking } from "../booking-record/lock-booking.ts"

/** Spares unsigned changes (D59), undelivered contracts, and contracts sent after the event began (decision 36). */
export async function endIfUnsigned(tx: Transaction, bookingId: BookingId, at: Date): Promise<boolean> {
  const booking = await lockBooking(tx, bookingId)
  if (booking?.status !== "confirmed" || (await updateSigningDeadline(tx, booking, at)) === "not-expired") return false
  const [waiting] = await tx
    .select({ dueAt: contracts.dueAt })
    .from(contracts)
    .where(
      and(
        eq(contracts.bookingId, bookingId),
        eq(contracts.status, "sent"),
        lte(contracts.dueAt, at),
        sql`not exists (select from contracts signed where signed.booking_id = ${bookingId} and signed.status = 'signed')`,
      ),
    )
  if (!waiting?.dueAt || !cancelsUnsignedBooking(waiting.dueAt, booking.firstDay)) return false
  const settlement = customerCancellation(await readSettlementBasis(tx, booking, at), at)
  await tx.update(bookings).set({ status: "cancelled" }).where(eq(bookings.id, bookingId))
  await releaseBookingDays(tx, bookingId, at)
  await closeContracts(tx, bookingId, { statusIfSent: "lapsed", bookingStatus: "cancelled" }, at)
  await writeEnd(tx, bookingId, { kind: "unsigned", by: null, settlement }, at)
  await recordEvent(tx, {
    by: system,
    action: "booking.left-unsigned",
    subject: bookingId,
    details: { dueAt: waiting.dueAt.toISOString() },
    at,
  })
  await orderBookingMail(tx, { kind: "unsigned-cancelled", bookingId, extra: { signBy: waiting.dueAt }, at })
  return true
}
