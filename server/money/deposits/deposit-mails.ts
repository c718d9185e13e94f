import { eq } from "drizzle-orm"
import type { Day } from "../../../domain/day.ts"
import { holdDay } from "../../../domain/finance/deposit.ts"
import type { BookingId } from "../../../domain/id.ts"
import { depositUrl, createBookingLink } from "../../access/capability-links.ts"
import { type Transaction, transaction } from "../../platform/database.server.ts"
import type { DepositReason } from "../../platform/mail/booking-mail-kinds.ts"
import { orderBookingMail } from "../../booking-record/booking-mails.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import type { Deposit } from "./deposit.ts"

/** Always a new link: earlier secrets are not stored. */
export async function createDepositUrl(tx: Transaction, bookingId: BookingId, at: Date): Promise<string> {
  const [booking] = await tx.select().from(bookings).where(eq(bookings.id, bookingId))
  if (!booking) throw new Error("The booking of a deposit is not there any more")
  return depositUrl((await createBookingLink(tx, { booking, purpose: "deposit", at })).secret)
}

export async function createDepositLink(
  booking: { id: BookingId; returnsOn: Day },
  at: Date = new Date(),
): Promise<string> {
  return transaction(async (tx) => (await createBookingLink(tx, { booking, purpose: "deposit", at })).secret)
}

export async function mailCardRequest(
  tx: Transaction,
  { bookingId, amount }: Pick<Deposit, "bookingId" | "amount">,
  why: DepositReason,
  at: Date,
): Promise<void> {
  const [booking] = await tx.select().from(bookings).where(eq(bookings.id, bookingId))
  if (!booking) return
  const url = await createDepositUrl(tx, bookingId, at)
  await orderBookingMail(tx, {
    kind: "deposit-asked",
    bookingId,
    extra: { depositUrl: url, amount, why, holdOn: holdDay(booking.firstDay) },
    at,
  })
}

export function reasonForFailure(failure: string): DepositReason {
  return failure === "authentication_required" ? "authentication" : "refused"
}
