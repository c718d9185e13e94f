import type { CartState } from "../../../domain/cart/cart.ts"
import type { Day } from "../../../domain/day.ts"
import type { Cents } from "../../../domain/money.ts"
import type { PriceLine, ProductTariff } from "../../../domain/pricing/price.ts"
import type { BookedPlan, PlanProblem } from "../../../domain/pricing/rate-plan.ts"
import type { RentalPeriod } from "../../../domain/rental/rental.ts"
import type { ProposedTimes } from "../../../domain/rental/rental-times.ts"
import type { Picture } from "../../ui/photo.tsx"

export type CartLineView = {
  id: string
  name: string
  picture: Picture | null
  tariff: ProductTariff
  features: readonly string[]
  securityDeposit: Cents
  when: RentalPeriod
  plan: BookedPlan | null
  times: ProposedTimes | null
  priceLines: PriceLine[]
  total: Cents
  /** An option is no longer offered and was left out. */
  changed: boolean
  offered: boolean
  planProblem: PlanProblem | null
  unavailable: Day[]
  href: string
}

export type CartView = {
  id: string
  account: { id: string }
  state: CartState
  /** Counted on the server, because the browser's clock may be wrong. */
  endsInSeconds: number
  /** "18:30", Paris time. */
  endsAt: string
  /** 30 minutes each (D49). */
  extensionsLeft: number
  lines: CartLineView[]
  /** Excludes delivery. */
  total: Cents
}
