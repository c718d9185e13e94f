import type { CartState } from "../../../domain/cart/cart.ts"
import type { Day } from "../../../domain/day.ts"
import type { Cents } from "../../../domain/money.ts"
import type { PriceLine, ProductTariff } from "../../../domain/pricing/price.ts"
import type { RentalPeriod } from "../../../domain/rental/rental.ts"
import type { Picture } from "../../ui/photo.tsx"

export type CartLineView = {
  id: string
  name: string
  picture: Picture | null
  tariff: ProductTariff
  features: readonly string[]
  securityDeposit: Cents
  when: RentalPeriod
  priceLines: PriceLine[]
  total: Cents
  /** An option of it is not offered any more, and was left out. */
  changed: boolean
  /** False when the product is not for rent any more. */
  offered: boolean
  /** Its days that cannot be had any more. */
  unavailable: Day[]
  /** The wizard with this choice filled in. */
  href: string
}

export type CartView = {
  id: string
  /** Whose it is. */
  account: { id: string }
  state: CartState
  /** By the server's clock, so that a wrong one here changes nothing. */
  endsInSeconds: number
  /** "18:30", in Paris. */
  endsAt: string
  /** How often its days can be kept 30 minutes longer (D49). */
  extensionsLeft: number
  lines: CartLineView[]
  /** Before any delivery. */
  total: Cents
}
