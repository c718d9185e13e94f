import { type Day, addDays } from "../day.ts"
import type { Kilometres } from "../delivery/delivery.ts"
import type { Cents } from "../money.ts"

/** Where the owner lets the system confirm (D67); null stands for no limit. */
export type InstantTerms = { noticeDays: number; maximumKm: Kilometres | null; maximumTotal: Cents | null }

export function toInstantTerms(product: {
  instantBooking: boolean
  instantNoticeDays: number
  instantMaximumKm: Kilometres | null
  instantMaximumTotal: Cents | null
}): InstantTerms | null {
  if (!product.instantBooking) return null
  return {
    noticeDays: product.instantNoticeDays,
    maximumKm: product.instantMaximumKm,
    maximumTotal: product.instantMaximumTotal,
  }
}

type InstantRequest = {
  today: Day
  rentals: readonly { terms: InstantTerms | null; firstDay: Day }[]
  /** 0 with pick-up; null while unknown. */
  distanceKm: Kilometres | null
  total: Cents
}

/** All rentals must allow it (D67). */
export function isInstant({ today, rentals, distanceKm, total }: InstantRequest): boolean {
  if (distanceKm === null || rentals.length === 0) return false
  return rentals.every(
    ({ terms, firstDay }) =>
      terms !== null &&
      firstDay >= addDays(today, terms.noticeDays) &&
      (terms.maximumKm === null || distanceKm <= terms.maximumKm) &&
      (terms.maximumTotal === null || total <= terms.maximumTotal),
  )
}

type InstantHint = { today: Day; terms: InstantTerms | null } & Partial<{
  firstDay: Day
  distanceKm: Kilometres | null
  total: Cents
}>

/** Before the last step, what is not known yet counts as fitting. */
export function mayBeInstant({ today, terms, firstDay, distanceKm, total = 0 }: InstantHint): boolean {
  const noticed = addDays(today, terms?.noticeDays ?? 0)
  return isInstant({ today, rentals: [{ terms, firstDay: firstDay ?? noticed }], distanceKm: distanceKm ?? 0, total })
}
