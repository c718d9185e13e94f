import type { BookingAddress, StoredAddress } from "../../../domain/booking/booking.ts"
import type { InstantTerms } from "../../../domain/booking/instant.ts"
import type { Day } from "../../../domain/day.ts"
import type { DeliveryRule } from "../../../domain/delivery/delivery.ts"
import type { Cents } from "../../../domain/money.ts"
import type { PriceLine } from "../../../domain/pricing/price.ts"
import type { BookedPlan } from "../../../domain/pricing/rate-plan.ts"
import type { RentalPeriod } from "../../../domain/rental/rental.ts"
import type { ProposedTimes } from "../../../domain/rental/rental-times.ts"
import type { CompanyProposal } from "../../../server/accounts/customers/company-proposal.ts"
import type { TypedCode } from "../../../server/bookings/promo-code.ts"
import type { Refusal } from "../../http/refusal.ts"
import type { DeliveryInSummary } from "../kit/price-summary.tsx"

export type CheckoutStep = "address" | "delivery"

export type CheckoutLine = {
  id: string
  name: string
  when: RentalPeriod
  plan: BookedPlan | null
  times: ProposedTimes | null
  /** Excludes delivery. */
  total: Cents
  priceLines: PriceLine[]
  securityDeposit: Cents
  /** Lines of one group become one booking, with one delivery (D60). */
  group: number
  isBlocked: boolean
  unavailable: Day[]
}

export type CheckoutView = {
  step: CheckoutStep
  /** `othersName` when acting for another account (D19). */
  account: { id: string; othersName: string | null }
  promoCode: (TypedCode & { discount: Cents; lowestPrices: { name: string; price: Cents }[] }) | null
  /** null before the last step. */
  company: CompanyProposal | null
  cartId: string
  /** Detects a cart that changed after it was displayed. */
  digest: string
  /** Milliseconds since 1970; the device's clock may be wrong. */
  at: number
  /** null once the cart has expired. */
  holdEndsAt: string | null
  extensionsLeft: number
  lines: CheckoutLine[]
  /** null where nobody is confirmed at once (D67). */
  instant: { terms: InstantTerms | null; firstDay: Day }[] | null
  today: Day
  maxSecurityDeposit: Cents
  address: BookingAddress
  saved: StoredAddress | null
  savedMatchesSearch: boolean
  /** The home is unknown, and the account one's own. */
  asksHome: boolean
  isDelivery: boolean
  orderKey: string | null
  rule: DeliveryRule
  warehouse: string | null
  delivery: DeliveryInSummary
}

export type CarriedStep = {
  step: CheckoutStep
  account: string | null
  address: BookingAddress | null
  mode: "delivery" | "pickup" | null
}

export type EndedSession = Refusal & { carried: CarriedStep }

export type CheckoutRefusal = Refusal & { view: CheckoutView }
