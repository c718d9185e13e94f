import { data } from "react-router"
import { daysInForce } from "../../../../../server/contracts/booking-in-force.ts"
import { findPayLink } from "../../../../../server/contracts/links.ts"
import { readSiteConfig } from "../../../../../server/content/site.ts"
import { readFinanceSettings } from "../../../../../server/finance/queries.ts"
import { bookingById } from "../../../../../server/bookings/booking-page.ts"
import type { Booking } from "../../../../../server/bookings/place.ts"
import { readDeposit } from "../../../../../server/deposits/read-deposit.ts"
import { cardWay } from "../../../../../server/payments/current.server.ts"
import { cardPaymentOf } from "../../../../../server/payments/find-card-payment.ts"
import { payableOf } from "../../../../../server/payments/payable.ts"
import { depositConsent } from "../../../../../domain/finance/deposit.ts"
import { paymentReference } from "../../../../../domain/finance/payment-reference.ts"
import { transferView } from "../transfer-view.server.ts"
import type { PaymentView } from "./view.ts"

/** The booking that a payment link opens, or why it opens none. */
export type PayLink = { kind: "open"; booking: Booking } | { kind: "unknown-link" | "ended-link"; status: 404 | 410 }

export async function readPayLink(secret: string, at: Date): Promise<PayLink> {
  const found = await findPayLink(secret, at)
  if (!found.ok) {
    const { kind } = found.error
    return { kind, status: kind === "unknown-link" ? 404 : 410 }
  }
  const booking = await bookingById(found.value.bookingId)
  return booking ? { kind: "open", booking } : { kind: "unknown-link", status: 404 }
}

/** The booking of a page that stands behind the payment page; anyone who has no right to it gets the plain 404. */
export async function bookingToPay(secret: string, at: Date): Promise<Booking> {
  const found = await readPayLink(secret, at)
  if (found.kind !== "open") throw data(null, { status: found.status })
  return found.booking
}

const ways = { stripe: "real", demo: "demonstration", none: "none" } as const

/** `resumed`: the payment that is tried again, as the address says. */
export async function paymentView(booking: Booking, at: Date, resumed: string | null): Promise<PaymentView> {
  const [payable, site, settings, deposit, days, before] = await Promise.all([
    payableOf(booking.id, at),
    readSiteConfig(),
    readFinanceSettings(),
    readDeposit(booking),
    daysInForce(booking),
    resumed === null ? null : cardPaymentOf(booking.id, resumed),
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
    days,
    companyName: site.companyName,
    signed,
    ended: status !== "confirmed",
    paid: paid - interest,
    interest,
    next,
    later,
    card: ways[cardWay()],
    depositConsent: deposit?.open && deposit.state.kind === "awaited" ? depositConsent(deposit.amount) : null,
    consented: before?.savesCard ?? false,
    transfer: next && transferView({ ...next, beneficiary: site.companyName, agreed: account }),
  }
}
