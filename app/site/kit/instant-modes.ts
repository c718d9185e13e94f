import { type InstantTerms, isInstant } from "../../../domain/booking/instant.ts"
import type { Day } from "../../../domain/day.ts"
import type { Kilometres } from "../../../domain/delivery/delivery.ts"
import type { Cents } from "../../../domain/money.ts"
import type { DeliveryInSummary } from "./price-summary.tsx"

export type InstantModes = { delivery: boolean; pickup: boolean }

type OrderInBothModes = {
  today: Day
  rentals: readonly { terms: InstantTerms | null; firstDay: Day }[]
  delivery: DeliveryInSummary
  totals: { delivery: Cents; pickup: Cents }
}

export function findInstantModes({ delivery, totals, ...order }: OrderInBothModes): InstantModes {
  return {
    delivery: isInstant({ ...order, distanceKm: pricedDistance(delivery), total: totals.delivery }),
    pickup: isInstant({ ...order, distanceKm: 0, total: totals.pickup }),
  }
}

/** null while the delivery has no price. */
export function pricedDistance(delivery: DeliveryInSummary): Kilometres | null {
  return delivery?.quote.kind === "quoted" ? delivery.quote.distanceKm : null
}
