import { data, href } from "react-router"
import { depositConsent } from "../../../../../domain/finance/deposit.ts"
import { bookingById } from "../../../../../server/bookings/booking-page.ts"
import type { Booking } from "../../../../../server/bookings/place.ts"
import { readSiteConfig } from "../../../../../server/content/site.ts"
import { daysInForce } from "../../../../../server/contracts/booking-in-force.ts"
import { findDepositLink } from "../../../../../server/contracts/links.ts"
import { takesCard } from "../../../../../server/deposits/open-deposit-page.ts"
import { readDeposit } from "../../../../../server/deposits/read-deposit.ts"
import { cardWay } from "../../../../../server/payments/current.server.ts"
import type { DepositPageView } from "./view.ts"

/** The booking that a deposit's link opens, or why it opens none. */
export type DepositLink =
  | { kind: "open"; booking: Booking }
  | { kind: "unknown-link" | "ended-link"; status: 404 | 410 }

export async function readDepositLink(secret: string, at: Date): Promise<DepositLink> {
  const found = await findDepositLink(secret, at)
  if (!found.ok) {
    const { kind } = found.error
    return { kind, status: kind === "unknown-link" ? 404 : 410 }
  }
  const booking = await bookingById(found.value.bookingId)
  return booking ? { kind: "open", booking } : { kind: "unknown-link", status: 404 }
}

/** The booking of a page behind the deposit's; anyone who has no right to it gets the plain 404. */
export async function bookingOfDeposit(secret: string, at: Date): Promise<Booking> {
  const found = await readDepositLink(secret, at)
  if (found.kind !== "open") throw data(null, { status: found.status })
  return found.booking
}

const ways = { stripe: "real", demo: "demonstration", none: "none" } as const

/** Null where the booking has no deposit. */
export async function depositPageView(booking: Booking, secret: string): Promise<DepositPageView | null> {
  const [deposit, site, days] = await Promise.all([readDeposit(booking), readSiteConfig(), daysInForce(booking)])
  if (!deposit) return null
  return {
    number: booking.number,
    productName: booking.productName,
    days,
    companyName: site.companyName,
    deposit,
    report: deposit.reportId && href("/caution/:secret/etat-des-lieux", { secret }),
    consent: depositConsent(deposit.amount),
    takesCard: deposit.open && takesCard({ means: deposit.means, closedAt: null }),
    card: ways[cardWay()],
  }
}
