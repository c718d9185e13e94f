import type { TimeWindow } from "../clock.ts"
import { type Day, sortedDays } from "../day.ts"
import { daysBrief, daysLong, daysWithArticle } from "../day-labels.ts"
import type { ProductId } from "../id.ts"
import type { Cents } from "../money.ts"
import type { BookedOption } from "../pricing/price.ts"
import type { BookedPlan } from "../pricing/rate-plan.ts"
import type { RentalPart } from "./parts.ts"

/** Prices as agreed; `total` covers all days (D15). */
export type StoredOptions = { items: BookedOption[]; total: Cents }

export type RentalPeriod = { readonly dates: readonly Day[] }

/** Instants as texts: from inclusive, until exclusive. */
export type TimeRange = { from: string; until: string }

/** With delivery, when it comes and when it goes. An evening that ends at midnight belongs to the day before. */
export type HandoverWindows = { delivery: TimeWindow; collection: TimeWindow | null }

/** One product of a booking, at the prices agreed (D60). */
export type Rental = RentalPeriod & {
  /** A rental of another product gets another one. */
  position: number
  productId: ProductId
  productName: string
  /** As agreed (D63); null for whole days at the daily price. */
  plan?: BookedPlan | null
  /** The customer has it then, without agreed hours. */
  periods: readonly TimeRange[]
  /** As promised when it was placed (D61); null on whole calendar days. */
  windows: HandoverWindows | null
  dailyPrice: Cents
  options: StoredOptions
  /** As agreed: parts of a bundle and accessories of options. */
  parts?: readonly RentalPart[]
  photoPacks: number
  photoPackPrice: Cents
  photoPackQuantity: number
}

/** All days of these rentals. */
export function periodOfRentals(rentals: readonly RentalPeriod[]): RentalPeriod {
  return periodOfDays(rentals.flatMap(rentalDays))
}

/** "2 × Photomaton, Anneau de lumière". */
export function namesOfRentals(rentals: readonly Pick<Rental, "productName">[]): string {
  return [...Map.groupBy(rentals, ({ productName }) => productName)]
    .map(([name, { length }]) => (length > 1 ? `${length}\u00a0× ${name}` : name))
    .join(", ")
}

/** One group for the rentals on the same days, with their names. */
export function rentalsByPeriod(rentals: readonly (Pick<Rental, "productName"> & RentalPeriod)[]) {
  return [...Map.groupBy(rentals, ({ dates }) => dates.join()).values()].flatMap(([first, ...others]) =>
    first ? [{ productName: namesOfRentals([first, ...others]), dates: first.dates }] : [],
  )
}

export type NamedRental = RentalPeriod & Pick<Rental, "position" | "productName">

/** Strips every other field before sending to a browser. */
export function nameRental({ position, productName, dates }: NamedRental): NamedRental {
  return { position, productName, dates }
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
