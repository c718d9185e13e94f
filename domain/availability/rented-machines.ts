import type { ProductId } from "../id.ts"
import { type RentedProducts, unitsOfRental } from "../rental/parts.ts"
import { type NamedUnit, unitsLabel } from "./units.ts"

/** `count` units at a time. */
export type RentedMachine = { name: string; count: number; units: NamedUnit[] }

/** Its own product unless it is a bundle, then each part. */
export function machinesOfRental(
  rental: RentedProducts & { productName: string },
  units: readonly (NamedUnit & { productId: ProductId })[],
): RentedMachine[] {
  const { productName, parts = [] } = rental
  return unitsOfRental(rental).map(({ productId, units: count }) => ({
    count,
    name: parts.find((part) => part.productId === productId)?.name ?? productName,
    units: units.filter((unit) => unit.productId === productId).map(({ unit, label }) => ({ unit, label })),
  }))
}

/** "exemplaire 1", of several "Photomaton, exemplaire 1 ; 2 × Rideau, exemplaires 1 et 2" */
export function machinesLabel(machines: readonly RentedMachine[]): string {
  const [only] = machines
  if (only && machines.length === 1) return unitsLabel(only.units)
  return machines
    .map(({ name, count, units }) => {
      if (count === 1) return [name, unitsLabel(units)].filter(Boolean).join(", ")
      const numbers = listFormat.format(units.map(({ unit, label }) => (label ? `${unit} (${label})` : String(unit))))
      return `${count}\u00a0× ${name}, exemplaires\u00a0${numbers}`
    })
    .join("\u00a0; ")
}

const listFormat = new Intl.ListFormat("fr-FR")
