import { type RentalPeriod, rentalDays } from "../rental/rental.ts"

/** Different products on identical days. */
export function comparableGroups<Line extends { name: string; when: RentalPeriod }>(lines: readonly Line[]): Line[][] {
  const groups = Map.groupBy(lines, ({ when }) => rentalDays(when).join())
  return [...groups.values()]
    .map((group) => group.filter(({ name }, index) => group.findIndex((each) => each.name === name) === index))
    .filter((group) => group.length > 1)
}
