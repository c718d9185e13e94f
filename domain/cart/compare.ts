import { onSameDays } from "../same-days.ts"
import { type RentalPeriod, rentalDays } from "../rental/rental.ts"

/**
 * The lines of a cart that are choices for the same occasion: different products on the very same days. Each group in
 * the order of the lines; days on which there is only one product are left out.
 */
export function comparable<Line extends { name: string; when: RentalPeriod }>(lines: readonly Line[]): Line[][] {
  // Two of the same product are no choice between them.
  const choices = onSameDays(lines, ({ when }) => rentalDays(when)).map((group) =>
    group.filter(({ name }, index) => group.findIndex((each) => each.name === name) === index),
  )
  return choices.filter((group) => group.length > 1)
}
