import type { BookedPlan } from "../../../domain/pricing/rate-plan.ts"
import type { ProposedTimes } from "../../../domain/rental/rental-times.ts"
import { type RentalPeriod, rentalLabel } from "../../../domain/rental/rental.ts"
import { capitalize } from "../../../isomorphic/text/capitalize.ts"

type PlannedRental = { when: RentalPeriod; plan: BookedPlan | null; times: ProposedTimes | null }

/** "Soirée 4 h, samedi 12 juin, de 20 h à 0 h"; the daily price needs no name. */
export function plannedTimesLabel({ when, plan, times }: PlannedRental, isDelivery = false): string {
  const label = times ? (isDelivery ? times.delivery : times.pickup) : rentalLabel(when)
  return plan ? `${plan.name}, ${label}` : times ? capitalize(label) : label
}

/** As short as the days allow. */
export function plannedDaysLabel(rental: PlannedRental): string {
  return rental.plan?.kind === "hours"
    ? plannedTimesLabel(rental)
    : [rental.plan?.name, rentalLabel(rental.when)].filter(Boolean).join(", ")
}
