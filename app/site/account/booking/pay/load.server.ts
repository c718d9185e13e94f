import { data } from "react-router"
import { periodInForce } from "../../../../../server/booking-record/booking-in-force.ts"
import { readSiteConfig } from "../../../../../server/shop/content/site.ts"
import { readFinanceSettings } from "../../../../../server/shop/settings/queries.ts"
import type { Booking } from "../../../../../server/booking-record/booking.ts"
import { readDeposit } from "../../../../../server/money/deposits/read-deposit.ts"
import { cardPaymentOf } from "../../../../../server/money/payments/find-card-payment.ts"
import { cardWayOf } from "../../../../../server/money/payments/play-money.ts"
import { payableOf } from "../../../../../server/money/payments/payable.ts"
import { depositConsent } from "../../../../../domain/finance/deposit.ts"
import { paymentReference } from "../../../../../domain/finance/payment-reference.ts"
import { transferView } from "../transfer-view.server.ts"
import type { PaymentView } from "./view.ts"

const ways = { stripe: "real", demo: "demonstration", none: "none" } as const

/** `resumed`: the payment that is tried again, as the address says. */
export async function paymentView(booking: Booking, at: Date, resumed: string | null): Promise<PaymentView> {
  const [payable, site, settings, deposit, when, before, way] = await Promise.all([
    payableOf(booking.id, at),
    readSiteConfig(),
    readFinanceSettings(),
    readDeposit(booking),
    periodInForce(booking),
    resumed === null ? null : cardPaymentOf(booking.id, resumed),
    cardWayOf(booking.id),
  ])
  if (!payable) throw data(null, { status: 404 })
  const { next, later, paid, interest, signed, status } = payable
  // Agreed before the company had said its account: what it says today.
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
    card: ways[way],
    isDemonstration: booking.isDemonstration,
    depositConsent: deposit?.open && deposit.state.kind === "awaited" ? depositConsent(deposit.amount) : null,
    consented: before?.savesCard ?? false,
    // No real money for what was paid with play money (D73).
    transfer: booking.isDemonstration
      ? null
      : next && transferView({ ...next, beneficiary: site.companyName, agreed: account }),
  }
}
