import type { PriceLine } from "../pricing/price.ts"
import { lineLabel } from "../pricing/price-labels.ts"
import { type NamedRental, rentalLabel, rentalsByPeriod } from "./rental.ts"

/** Rentals on different days say theirs beside their product. */
export function datedLineLabel(
  line: PriceLine,
  rentals: readonly NamedRental[],
  delivery?: string,
): { label: string; detail: string } {
  const { label, detail } = lineLabel(line, delivery)
  const rental = line.kind === "product" ? rentals.find(({ position }) => position === line.rental) : undefined
  const isOnOneStretch = rentalsByPeriod(rentals).length === 1
  return { label, detail: rental && !isOnOneStretch ? `${detail}, ${rentalLabel(rental)}` : detail }
}
