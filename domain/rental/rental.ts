import { type Day, sortedDays } from "../day.ts"
import { daysBrief, daysLong, ofDays } from "../day-labels.ts"
import type { Cents } from "../money.ts"
import type { BookedOption } from "../pricing/price.ts"

/** A booking's options, as they were priced: `total` for all days (D15). */
export type StoredOptions = { items: BookedOption[]; total: Cents }

/** When something is rented: days, in their order. A booking, a cart line and a job are one; only this file looks inside. */
export type RentalPeriod = { readonly dates: readonly Day[] }

export type Rental = RentalPeriod & {
  productName: string
  options: StoredOptions
  photoPacks: number
}

/** Nothing but the period of a booking, for what is sent to a browser. */
export function periodOf({ dates }: RentalPeriod): RentalPeriod {
  return { dates }
}

export function periodOfDays(days: Iterable<Day>): RentalPeriod {
  return { dates: sortedDays(days) }
}

const labels = {
  /** "samedi 12 juin 2027", "du 11 au 12 juin 2027", "5, 12 et 19 juin 2027" */
  long: daysLong,
  /** "du samedi 12 juin 2027", "du 11 au 12 juin 2027", "des 5, 12 et 19 juin 2027": after "au lieu" and "prestation" */
  "after-de": ofDays,
  /** "sam. 12 juin 2027": for a cell, which never breaks inside a day */
  table: daysBrief,
}

/** When it is rented, in French. */
export function rentalLabel(period: RentalPeriod, style: keyof typeof labels = "long"): string {
  return labels[style](period.dates)
}

export function firstDay({ dates }: RentalPeriod): Day {
  return dayOf(dates[0])
}

export function lastDay({ dates }: RentalPeriod): Day {
  return dayOf(dates.at(-1))
}

/** Each day of it, for what counts by days: units, prices, calendars. */
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

function dayOf(day: Day | undefined): Day {
  if (day === undefined) throw new Error("A rental has a day at least")
  return day
}
