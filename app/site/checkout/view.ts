import type { BookingAddress, KnownAddress } from "../../../domain/booking/booking.ts"
import type { Day } from "../../../domain/day.ts"
import type { DeliveryRule } from "../../../domain/delivery/delivery.ts"
import type { SharedDelivery } from "../../../domain/delivery/together.ts"
import type { Cents } from "../../../domain/money.ts"
import type { PriceLine } from "../../../domain/pricing/price.ts"
import type { RentalPeriod } from "../../../domain/rental/rental.ts"
import type { Refusal } from "../../http/refusal.ts"
import type { DeliveryInSummary } from "../kit/price-summary.tsx"

export type CheckoutStep = "address" | "delivery"

export type CheckoutLine = {
  id: string
  name: string
  when: RentalPeriod
  /** Before delivery. */
  total: Cents
  priceLines: PriceLine[]
  photoPackQuantity: number
  securityDeposit: Cents
  /** How it shares its delivery with other lines; null where it travels alone (D48). */
  shared: SharedDelivery | null
  /** It cannot be had any more. */
  inTheWay: boolean
  /** Its days that cannot be had any more. */
  unavailable: Day[]
}

export type CheckoutView = {
  step: CheckoutStep
  /** Whose bookings they become; `othersName` for an account that who is signed in acts for (D19). */
  account: { id: string; othersName: string | null }
  cartId: string
  /** Says in the form which cart was read. */
  digest: string
  /** When all this was read, in milliseconds since 1970: a device's clock may be wrong. */
  at: number
  /** Until when the days are kept; null once the cart has ended. */
  holdEndsAt: string | null
  extensionsLeft: number
  lines: CheckoutLine[]
  address: BookingAddress
  saved: KnownAddress | null
  /** The step of the address begins with it. */
  savedFits: boolean
  isDelivery: boolean
  orderKey: string | null
  rule: DeliveryRule
  warehouse: string | null
  delivery: DeliveryInSummary
}

/** What a form brought whose session had ended: it goes along with the sign-in. */
export type Carried = {
  step: CheckoutStep
  /** Whose page it was. */
  account: string | null
  address: BookingAddress | null
  mode: "delivery" | "pickup" | null
}

/** A form that came without a session: signing in is what is wanted. */
export type EndedSession = Refusal & { ended: Carried }

/** After a refused form: its messages, what was typed, and the step as it must be shown again. */
export type CheckoutRefusal = Refusal & { view: CheckoutView }
