import { type DayRun, dayRuns } from "../day-runs.ts"
import { type Rental, type RentalPeriod, namesOfRentals, rentalDays } from "./rental.ts"

type RentedStretch = DayRun & { productName: string }

/** Days that follow each other, with the names of what is rented for exactly these. */
export function rentedStretches(rentals: readonly (Pick<Rental, "productName"> & RentalPeriod)[]): RentedStretch[] {
  const runs = rentals.flatMap((rental) =>
    dayRuns(rentalDays(rental)).map((run) => ({ ...run, productName: rental.productName })),
  )
  return [...Map.groupBy(runs, ({ first, last }) => `${first}/${last}`).values()]
    .flatMap(([run, ...others]) => (run ? [{ ...run, productName: namesOfRentals([run, ...others]) }] : []))
    .toSorted((one, other) => (`${one.first}/${one.last}` < `${other.first}/${other.last}` ? -1 : 1))
}
