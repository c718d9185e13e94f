import { unavailableDays } from "../../domain/availability/calendar.ts"
import {
  type RequestedBy,
  type DaysProblem,
  type RentalTerms,
  rentableDays,
} from "../../domain/availability/rentable-days.ts"
import type { Day } from "../../domain/day.ts"
import type { ProfileId } from "../../domain/id.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import type { Rentable } from "../catalog/queries.ts"
import { readProductCalendar } from "./queries.ts"

export type DaysRefusal = DaysProblem | { kind: "days-taken"; days: Day[] }

type DaysContext = { customerId: ProfileId | null; at: Date; by?: RequestedBy }

export async function checkDays(
  product: Rentable & RentalTerms,
  requested: readonly Day[],
  context: DaysContext,
): Promise<Result<Day[], DaysRefusal>> {
  const days = rentableDays(product, requested, context.at, context)
  if (!days.ok) return days
  const unavailable = await findUnavailableDays(product, days.value, context)
  return unavailable.length > 0 ? err({ kind: "days-taken", days: unavailable }) : ok(days.value)
}

export async function findUnavailableDays(
  product: Rentable,
  days: readonly Day[],
  context: DaysContext,
): Promise<Day[]> {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return []
  return unavailableDays(days, await readProductCalendar(product, first, last, context))
}

/** Returns all days when none is occupied any more. */
export async function readDaysTakenProblem(
  product: Rentable,
  days: readonly Day[],
  context: DaysContext,
): Promise<{ kind: "days-taken"; days: Day[] }> {
  const unavailable = await findUnavailableDays(product, days, context)
  return { kind: "days-taken", days: unavailable.length > 0 ? unavailable : [...days] }
}
