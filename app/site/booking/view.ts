import type { CompanyProposal } from "../../../server/accounts/customers/company-proposal.ts"
import type { LowestPrice } from "../../../server/catalog/lowest-price.ts"
import type { TypedCode } from "../../../server/bookings/promo-code.ts"
import type { Refusal } from "../../http/refusal.ts"
import type { OfferedDay } from "../../../domain/availability/offered-day.ts"
import type { BookingAddress, StoredAddress } from "../../../domain/booking/booking.ts"
import type { InstantTerms } from "../../../domain/booking/instant.ts"
import type { WizardChoice, WizardStep } from "../../../domain/booking/choice.ts"
import type { Day, Month } from "../../../domain/day.ts"
import type { CartItemId, ProductId } from "../../../domain/id.ts"
import type { DeliveryRule } from "../../../domain/delivery/delivery.ts"
import type { OptionOffer } from "../../../domain/pricing/options.ts"
import type { Cents } from "../../../domain/money.ts"
import type { PriceLine, ProductTariff } from "../../../domain/pricing/price.ts"
import type { PriceRule } from "../../../domain/pricing/price-rule.ts"
import type { RatePlan } from "../../../domain/pricing/rate-plan.ts"
import type { PlacingTerms, ProposedTimes } from "../../../domain/rental/rental-times.ts"
import type { Picture } from "../../ui/photo.tsx"
import type { DeliveryInSummary } from "../kit/price-summary.tsx"

export type WizardView = {
  step: WizardStep
  signedIn: boolean
  /** null for a stranger; `othersName` when acting for another account (D19). */
  account: { id: string; othersName: string | null } | null
  product: { id: ProductId; name: string; securityDeposit: Cents; includedPhotos: number | null }
  /** `lowestPrices` only for a published code (D64). */
  promoCode: (TypedCode & { lowestPrices: LowestPrice[] }) | null
  /** null before the last step. */
  company: CompanyProposal | null
  /** null where nobody is confirmed at once (D67). */
  instant: InstantTerms | null
  tariff: ProductTariff
  /** `left` is null unless an accessory is rented with the option. */
  offers: (OptionOffer & { description: string; picture: Picture | null; left: number | null })[]
  choice: WizardChoice
  today: Day
  month: Month
  months: { earliest: Month; latest: Month }
  plans: RatePlan[]
  rules: PriceRule[]
  /** Minimums of the seasons in the displayed month, as sentences. */
  seasonNotes: string[]
  days: OfferedDay[]
  /** The first of the choice. */
  chosenDay: OfferedDay | null
  unavailable: Day[]
  /** The unavailable days belong to this customer's own request. */
  alreadyRequested: boolean
  /** Milliseconds since 1970; the device's clock may be wrong. */
  at: number
  /** null when the days are not held. */
  holdEndsAt: string | null
  /** 30 minutes each (D49). */
  extensionsLeft: number
  address: BookingAddress
  saved: StoredAddress | null
  savedMatchesSearch: boolean
  /** The home is unknown, and the account one's own. */
  asksHome: boolean
  isDelivery: boolean
  orderKey: string | null
  cartLines: number
  newCartItem: string
  placing: PlacingTerms
  times: ProposedTimes | null
  rule: DeliveryRule
  /** null until the owner has entered it. */
  warehouse: string | null
  delivery: DeliveryInSummary
  /** The lines of a shown price, honoured while the choice stays the same (D66). */
  heldLines: PriceLine[] | null
}

export type WizardRefusal = Refusal & {
  form: string
  carried?: BookingAddress | null
  inCart?: CartItemId | null
}
