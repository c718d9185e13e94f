import { type DayRun, dayRuns } from "../day-runs.ts"
import { collectionDay, deliveryDay } from "./periods.ts"
import { type Rental, type RentalPeriod, type TimeRange, namesOfRentals, rentalDays } from "./rental.ts"

/** `times` are those of a rental by the hour. */
type RentedStretch = DayRun & { productName: string; times?: TimeRange }

type RentedThing = Pick<Rental, "productName" | "plan" | "periods"> & RentalPeriod

/** Days that follow each other, or hours, with the names of what is rented for exactly these. */
export function rentedStretches(rentals: readonly RentedThing[]): RentedStretch[] {
  const runs = rentals.flatMap(({ productName, plan, periods, ...rental }): RentedStretch[] => {
    if (plan?.kind !== "hours") return dayRuns(rentalDays(rental)).map((run) => ({ ...run, productName }))
    return periods.map((times) => ({ first: deliveryDay(times), last: collectionDay(times), productName, times }))
  })
  return [...Map.groupBy(runs, ({ first, last, times }) => `${first}/${last}/${times?.from}/${times?.until}`).values()]
    .flatMap(([run, ...others]) => (run ? [{ ...run, productName: namesOfRentals([run, ...others]) }] : []))
    .toSorted((one, other) => (`${one.first}/${one.last}` < `${other.first}/${other.last}` ? -1 : 1))
}
