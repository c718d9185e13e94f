import { href } from "react-router"
import { depositConsent } from "../../../../../domain/finance/deposit.ts"
import type { Booking } from "../../../../../server/booking-record/booking.ts"
import { readSiteConfig } from "../../../../../server/shop/content/site.ts"
import { readPeriodInForce } from "../../../../../server/booking-record/booking-in-force.ts"
import { takesCard } from "../../../../../server/money/deposits/open-deposit-page.ts"
import { readDeposit } from "../../../../../server/money/deposits/read-deposit.ts"
import { cardMode } from "../../../../../server/money/payments/current.server.ts"
import { cardModes } from "../view.ts"
import type { DepositPageView } from "./view.ts"

/** null when the booking has no deposit. */
export async function readDepositPageView(booking: Booking, secret: string): Promise<DepositPageView | null> {
  const [deposit, site, when] = await Promise.all([readDeposit(booking), readSiteConfig(), readPeriodInForce(booking)])
  if (!deposit) return null
  return {
    number: booking.number,
    productName: booking.productName,
    when,
    companyName: site.companyName,
    deposit,
    report: deposit.reportId && href("/caution/:secret/etat-des-lieux", { secret }),
    consent: depositConsent(deposit.amount),
    takesCard: deposit.open && takesCard({ means: deposit.means, closedAt: null }),
    card: cardModes[cardMode()],
  }
}
