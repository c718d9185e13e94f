import { type Day, sortedDays } from "../day.ts"
import { daysBrief, daysLong, daysWithArticle } from "../day-labels.ts"
import type { Cents } from "../money.ts"
import type { BookedOption } from "../pricing/price.ts"

/** Prices as agreed; `total` covers all days (D15). */
export type StoredOptions = { items: BookedOption[]; total: Cents }

export type RentalPeriod = { readonly dates: readonly Day[] }

export type Rental = RentalPeriod & {
  productName: string
  options: StoredOptions
  photoPacks: number
}

/** Strips every other field before sending to a browser. */
export function periodOf({ dates }: RentalPeriod): RentalPeriod {
  return { dates }
}

export function periodOfDays(days: Iterable<Day>): RentalPeriod {
  return { dates: sortedDays(days) }
}

const labels = {
  long: daysLong,
  "after-de": daysWithArticle,
  table: daysBrief,
}

export function rentalLabel(period: RentalPeriod, style: keyof typeof labels = "long"): string {
  return labels[style](period.dates)
}

export function firstDay({ dates }: RentalPeriod): Day {
  return requireDay(dates[0])
}

export function lastDay({ dates }: RentalPeriod): Day {
  return requireDay(dates.at(-1))
}

export function rentalDays({ dates }: RentalPeriod): readonly Day[] {
  return dates
}

export function numberOfDays({ dates }: RentalPeriod): number {
  return dates.length
}

export function includesDay({ dates }: RentalPeriod, day: Day): boolean {
  return dates.includes(day)
}

export function isSamePeriod(one: RentalPeriod, other: RentalPeriod): boolean {
  return one.dates.join() === other.dates.join()
}

function requireDay(day: Day | undefined): Day {
  if (day === undefined) throw new Error("A rental has a day at least")
  return day
}
