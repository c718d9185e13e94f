import { data } from "react-router"
import { readPeriodInForce } from "../../../../../server/booking-record/booking-in-force.ts"
import { readSiteConfig } from "../../../../../server/shop/content/site.ts"
import { readFinanceSettings } from "../../../../../server/shop/settings/queries.ts"
import type { Booking } from "../../../../../server/booking-record/booking.ts"
import { readDeposit } from "../../../../../server/money/deposits/read-deposit.ts"
import { findCardPayment } from "../../../../../server/money/payments/find-card-payment.ts"
import { cardModeForBooking } from "../../../../../server/money/payments/money-kind.ts"
import { readPayable } from "../../../../../server/money/payments/payable.ts"
import { depositConsent } from "../../../../../domain/finance/deposit.ts"
import { paymentReference } from "../../../../../domain/finance/payment-reference.ts"
import { transferView } from "../transfer-view.server.ts"
import { cardModes } from "../view.ts"
import type { PaymentView } from "./view.ts"

export async function readPaymentView(
  booking: Booking,
  at: Date,
  resumedPaymentId: string | null,
): Promise<PaymentView> {
  const [payable, site, settings, deposit, when, resumedPayment, provider] = await Promise.all([
    readPayable(booking.id, at),
    readSiteConfig(),
    readFinanceSettings(),
    readDeposit(booking),
    readPeriodInForce(booking),
    resumedPaymentId === null ? null : findCardPayment(booking.id, resumedPaymentId),
    cardModeForBooking(booking.id),
  ])
  if (!payable) throw data(null, { status: 404 })
  const { next, later, paid, interest, signed, status } = payable
  // The agreement may predate the company's bank details: use today's.
  const { transfer: agreed } = booking.agreement ?? { transfer: null }
  const account =
    agreed && agreed.iban !== null
      ? agreed
      : {
          iban: settings.iban,
          bic: settings.bic,
          reference: agreed?.reference ?? paymentReference(booking.number),
        }
  return {
    number: booking.number,
    productName: booking.productName,
    when,
    companyName: site.companyName,
    signed,
    ended: status !== "confirmed",
    paid: paid - interest,
    interest,
    next,
    later,
    card: cardModes[provider],
    isDemonstration: booking.isDemonstration,
    depositConsent:
      deposit?.open && deposit.state.kind === "awaited"
        ? { amount: deposit.amount, text: depositConsent(deposit.amount) }
        : null,
    consented: resumedPayment?.savesCard ?? false,
    // Never ask for real money on a demonstration booking (D73).
    transfer: booking.isDemonstration
      ? null
      : next && transferView({ ...next, beneficiary: site.companyName, agreed: account }),
  }
}
