import { eq } from "drizzle-orm"
import type { NextPayment } from "../../../domain/finance/next-payment.ts"
import { paymentReference } from "../../../domain/finance/payment-reference.ts"
import type { BookingId } from "../../../domain/id.ts"
import type { Cents } from "../../../domain/money.ts"
import type { Booking } from "../../booking-record/booking.ts"
import { createBookingLink, paymentUrl } from "../../access/capability-links.ts"
import type { Transaction } from "../../platform/database.server.ts"
import { readFinanceSettings } from "../../shop/settings/queries.ts"
import type { PaymentToMake } from "../../platform/mail/booking-mail-kinds.ts"
import { orderBookingMail } from "../../booking-record/booking-mails.ts"
import { bookings } from "../../platform/schema/bookings.ts"

export async function buildPaymentRequest(
  tx: Transaction,
  booking: Booking,
  { amount, dueOn, interest = 0 }: NextPayment & { interest?: Cents },
  at: Date,
): Promise<PaymentToMake> {
  const { secret } = await createBookingLink(tx, { booking, purpose: "pay", at })
  const { transfer: agreedTransfer } = booking.agreement ?? { transfer: null }
  const account = agreedTransfer && agreedTransfer.iban !== null ? agreedTransfer : await readFinanceSettings(tx)
  return {
    payUrl: paymentUrl(secret),
    amount,
    dueOn,
    interest,
    transfer: {
      // No bank details for demonstration money (D73).
      iban: booking.isDemonstration ? null : account.iban,
      bic: account.bic ?? null,
      reference: agreedTransfer?.reference ?? paymentReference(booking.number),
    },
  }
}

export async function orderPaymentFailed(
  tx: Transaction,
  bookingId: BookingId,
  amount: Cents,
  at: Date,
): Promise<void> {
  const [booking] = await tx.select().from(bookings).where(eq(bookings.id, bookingId))
  if (!booking) return
  const { secret } = await createBookingLink(tx, { booking, purpose: "pay", at })
  await orderBookingMail(tx, { kind: "payment-failed", bookingId, extra: { amount, payUrl: paymentUrl(secret) }, at })
}
