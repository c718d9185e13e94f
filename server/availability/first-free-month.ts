import { planDay } from "../../domain/availability/calendar.ts"
import { type Day, type Month, addDays, dayInParis, monthOf } from "../../domain/day.ts"
import { type RatePlan, lastDayOfPlans } from "../../domain/pricing/rate-plan.ts"
import { readProductCalendar } from "./queries.ts"

const SEARCHED_DAYS = 365

type CalendarMonth = { month: Month; days: readonly { day: Day; state: string }[] }

export function hasNoFreeDay({ month, days }: CalendarMonth): boolean {
  return !days.some(({ day, state }) => state === "free" && monthOf(day) === month)
}

/** null when none is free within a year. */
export async function findFirstFreeMonth(
  product: Parameters<typeof readProductCalendar>[0],
  plan: RatePlan,
  viewer: Parameters<typeof readProductCalendar>[3],
): Promise<Month | null> {
  const today = dayInParis(viewer.at)
  const last = lastDayOfPlans([plan], addDays(today, SEARCHED_DAYS))
  const calendar = await readProductCalendar(product, today, last, viewer)
  for (let offset = 0; offset <= SEARCHED_DAYS; offset++) {
    const day = addDays(today, offset)
    if (planDay(day, calendar, plan).state === "free") return monthOf(day)
  }
  return null
}
