import { groupBySameDays } from "../same-days.ts"
import { type RentalPeriod, rentalDays } from "../rental/rental.ts"

export function comparableGroups<Line extends { name: string; when: RentalPeriod }>(lines: readonly Line[]): Line[][] {
  const choices = groupBySameDays(lines, ({ when }) => rentalDays(when)).map((group) =>
    group.filter(({ name }, index) => group.findIndex((each) => each.name === name) === index),
  )
  return choices.filter((group) => group.length > 1)
}
