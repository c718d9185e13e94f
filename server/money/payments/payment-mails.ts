import { eq } from "drizzle-orm"
import type { NextPayment } from "../../../domain/finance/next-payment.ts"
import { paymentReference } from "../../../domain/finance/payment-reference.ts"
import type { BookingId } from "../../../domain/id.ts"
import type { Cents } from "../../../domain/money.ts"
import type { Booking } from "../../booking-record/booking.ts"
import { newBookingLink, paymentUrl } from "../../access/capability-links.ts"
import type { Transaction } from "../../platform/database.server.ts"
import { readFinanceSettings } from "../../shop/settings/queries.ts"
import type { PaymentToMake } from "../../platform/mail/booking-mail-kinds.ts"
import { orderBookingMail } from "../../booking-record/booking-mails.ts"
import { bookings } from "../../platform/schema/bookings.ts"

/** What a mail that asks for money says, with a link of its own to pay by: the secret of the others is stored nowhere. */
export async function paymentToMake(
  tx: Transaction,
  booking: Booking,
  { amount, dueOn, interest = 0 }: NextPayment & { interest?: Cents },
  at: Date,
): Promise<PaymentToMake> {
  const { secret } = await newBookingLink(tx, booking, "pay", at)
  const { transfer: agreed } = booking.agreement ?? { transfer: null }
  const account = agreed && agreed.iban !== null ? agreed : await readFinanceSettings(tx)
  return {
    payUrl: paymentUrl(secret),
    amount,
    dueOn,
    interest,
    transfer: {
      // No real money for what was paid with play money (D73).
      iban: booking.isDemonstration ? null : account.iban,
      bic: account.bic ?? null,
      reference: agreed?.reference ?? paymentReference(booking.number),
    },
  }
}

/** Tells the customer that a card was refused and nobody has tried another, while the money is still asked for. */
export async function orderPaymentFailed(
  tx: Transaction,
  bookingId: BookingId,
  amount: Cents,
  at: Date,
): Promise<void> {
  const [booking] = await tx.select().from(bookings).where(eq(bookings.id, bookingId))
  if (!booking) return
  const { secret } = await newBookingLink(tx, booking, "pay", at)
  await orderBookingMail(tx, { kind: "payment-failed", bookingId, extra: { amount, payUrl: paymentUrl(secret) }, at })
}
