import type { Refusal } from "../../http/refusal.ts"
import type { CustomerDay } from "../../../domain/availability/calendar.ts"
import type { BookingAddress, KnownAddress } from "../../../domain/booking/booking.ts"
import type { WizardChoice, WizardStep } from "../../../domain/booking/choice.ts"
import type { Day, Month } from "../../../domain/day.ts"
import type { CartItemId } from "../../../domain/id.ts"
import type { DeliveryRule } from "../../../domain/delivery/delivery.ts"
import type { OptionOffer } from "../../../domain/pricing/options.ts"
import type { Cents } from "../../../domain/money.ts"
import type { ProductTariff } from "../../../domain/pricing/price.ts"
import type { DeliveryInSummary } from "../kit/price-summary.tsx"

/** What the server tells the wizard about one step; the same for every step, so that the price is always there. */
export type WizardView = {
  step: WizardStep
  signedIn: boolean
  /** Whose booking it becomes; `othersName` for an account that who is signed in acts for (D19). Null for nobody's. */
  account: { id: string; othersName: string | null } | null
  product: { id: string; name: string; securityDeposit: Cents; includedPhotos: number | null }
  tariff: ProductTariff
  offers: (OptionOffer & { description: string })[]
  choice: WizardChoice
  today: Day
  month: Month
  months: { earliest: Month; latest: Month }
  days: { day: Day; state: CustomerDay }[]
  /** Chosen days that cannot be had any more. */
  unavailable: Day[]
  /** Those days are taken by this customer's own request. */
  alreadyAsked: boolean
  /** When all this was read, in milliseconds since 1970: a device's clock may be wrong. */
  at: number
  /** Until when the days are kept for this customer; null when they are not. */
  holdEndsAt: string | null
  /** How often they can be kept 30 minutes longer (D49). */
  extensionsLeft: number
  address: BookingAddress
  saved: KnownAddress | null
  /** The step of the address begins with it. */
  savedFits: boolean
  isDelivery: boolean
  orderKey: string | null
  /** How many lines the customer's cart has, and the id that the next one gets. */
  cartLines: number
  newCartItem: string
  rule: DeliveryRule
  /** Where a pick-up is; null while the owner has not said. */
  warehouse: string | null
  delivery: DeliveryInSummary
}

/** After a refused form: which one, with messages by field ("form" for the whole), and what was typed. */
export type WizardRefusal = Refusal & {
  form: string
  /** An address that was typed when the session turned out to have ended: it goes along with the sign-in. */
  carried?: BookingAddress | null
  /** The line of the cart that holds these days already. */
  inCart?: CartItemId | null
}
