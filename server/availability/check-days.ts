import { unavailableDays } from "../../domain/availability/calendar.ts"
import {
  type AskedBy,
  type DaysProblem,
  type RentalTerms,
  rentableDays,
} from "../../domain/availability/rentable-days.ts"
import type { Day } from "../../domain/day.ts"
import type { ProfileId } from "../../domain/id.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import type { Rentable } from "../catalog/queries.ts"
import { productCalendar } from "./queries.ts"

export type DaysRefused = DaysProblem | { kind: "days-taken"; days: Day[] }

type Asking = { customerId: ProfileId | null; at: Date; by?: AskedBy }

/** The days that were asked for, in order, when all of them may be rented and are free at that moment. Takes nothing. */
export async function checkDays(
  product: Rentable & RentalTerms,
  asked: readonly Day[],
  asking: Asking,
): Promise<Result<Day[], DaysRefused>> {
  const days = rentableDays(product, asked, asking.at, asking)
  if (!days.ok) return days
  const taken = await takenAmong(product, days.value, asking)
  return taken.length > 0 ? err({ kind: "days-taken", days: taken }) : ok(days.value)
}

/** Those of these days that cannot be had at that moment. */
export async function takenAmong(product: Rentable, days: readonly Day[], asking: Asking): Promise<Day[]> {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return []
  return unavailableDays(days, await productCalendar(product, first, last, asking))
}

/** What to say when a claim was lost although the days were free a moment before: all of them, when they are free again. */
export async function daysTaken(
  product: Rentable,
  days: readonly Day[],
  asking: Asking,
): Promise<{ kind: "days-taken"; days: Day[] }> {
  const taken = await takenAmong(product, days, asking)
  return { kind: "days-taken", days: taken.length > 0 ? taken : [...days] }
}
