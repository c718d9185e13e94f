import type { Day } from "../day.ts"
import { overlaps, rentalPeriods, toPlacedTimes, touchedDays } from "../rental/periods.ts"
import { type BusyTime, type Claim, type Stock, fitClaims } from "./units.ts"

export type BusyDay = { unit: number; day: Day }
export type ClaimedDay = BusyDay & { role: "rental" | "preparation" }

export function toBusyTimes(busy: readonly BusyDay[], hour = 0): BusyTime[] {
  return busy.flatMap(({ unit, day }) => rentalPeriods([day], hour).map((time) => ({ unit, ...time })))
}

export function toClaims(rented: readonly BusyDay[], stock: Stock): Claim[] {
  const units = [...Map.groupBy(rented, ({ unit }) => unit)]
  return units.flatMap(([unit, ofUnit]) => {
    const days = ofUnit.map(({ day }) => day)
    return fitClaims(toPlacedTimes(rentalPeriods(days, 0), stock).map((time) => ({ unit, ...time })))
  })
}

/** Sorted by day and unit. */
export function toClaimedDays(claims: readonly Claim[]): ClaimedDay[] {
  return claims
    .flatMap(({ unit, held, rented }) => {
      return touchedDays(held, 0).map((day): ClaimedDay => {
        const isRented = rented && rentalPeriods([day], 0).some((time) => overlaps(time, rented))
        return { unit, day, role: isRented ? "rental" : "preparation" }
      })
    })
    .sort((one, other) => (one.day === other.day ? one.unit - other.unit : one.day < other.day ? -1 : 1))
}
