import { unavailableDays } from "../../domain/availability/calendar.ts"
import {
  type DaysProblem,
  type RentalTerms,
  type WantedDays,
  rentableDays,
} from "../../domain/availability/rentable-days.ts"
import type { Day } from "../../domain/day.ts"
import type { BookedPlan, PlannedDays } from "../../domain/pricing/rate-plan.ts"
import { type Result, err } from "../../domain/result.ts"
import type { Rentable } from "../catalog/stock.ts"
import { type CalendarViewer, readProductCalendar } from "./queries.ts"

export type DaysRefusal = DaysProblem | { kind: "days-taken"; days: Day[] }

/** Whole days at the daily price have no plan. */
export type RentedDays = { days: readonly Day[]; plan?: BookedPlan | null | undefined }

type DaysContext = CalendarViewer

export async function checkDays(
  product: Rentable & RentalTerms,
  wanted: WantedDays,
  context: DaysContext,
): Promise<Result<PlannedDays, DaysRefusal>> {
  const planned = rentableDays(product, wanted, context.at, context)
  if (!planned.ok) return planned
  const unavailable = await findUnavailableDays(product, planned.value, context)
  return unavailable.length > 0 ? err({ kind: "days-taken", days: unavailable }) : planned
}

export async function findUnavailableDays(
  product: Rentable,
  { days, plan }: RentedDays,
  context: DaysContext,
): Promise<Day[]> {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return []
  return unavailableDays(days, await readProductCalendar(product, first, last, context), plan)
}

/** Returns all days when none is occupied any more. */
export async function readDaysTakenProblem(
  product: Rentable,
  rented: RentedDays,
  context: DaysContext,
): Promise<{ kind: "days-taken"; days: Day[] }> {
  const unavailable = await findUnavailableDays(product, rented, context)
  return { kind: "days-taken", days: unavailable.length > 0 ? unavailable : [...rented.days] }
}
