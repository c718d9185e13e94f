import type { PriceChange } from "../../../../domain/booking/edit.ts"
import type { ClockTime } from "../../../../domain/clock.ts"
import type { Cents } from "../../../../domain/money.ts"
import type { Day } from "../../../../domain/day.ts"
import type { RatePlanKind } from "../../../../domain/pricing/rate-plan.ts"

export type SimulatorView = {
  products: { id: string; name: string }[]
  /** null without a product for rent. */
  product: {
    id: string
    plans: { id: string; name: string }[]
    plan: { id: string; kind: RatePlanKind; starts: readonly ClockTime[] }
    fields: {
      date: Day
      requestedOn: Day
      days: number
      start: ClockTime | null
      extraHours: number
      photoPacks: number
      zipCode: string
      city: string
    }
    options: { field: string; label: string; isTicked: boolean; quantity: number }[]
    delivery: string | null
    /** In the last 30 days, before rules; null when it is not known. */
    lowestPrice: Cents | null
    /** `change` compares the day with the one a week later. */
    result: { on: string; later: string; change: PriceChange; laterProblem: string | null } | null
    problem: string | null
  } | null
}
