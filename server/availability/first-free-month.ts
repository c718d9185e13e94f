import { customerDay } from "../../domain/availability/calendar.ts"
import { type Day, type Month, addDays, dayInParis, monthOf } from "../../domain/day.ts"
import { productCalendar } from "./queries.ts"

/** How far a free day is looked for: a machine that is taken for a whole year shows the month that it is. */
const LOOKED_AHEAD_DAYS = 365

type Sheet = { month: Month; days: readonly { day: Day; state: string }[] }

/** Whether a month that a calendar would open on has nothing to choose. */
export function hasNoFreeDay({ month, days }: Sheet): boolean {
  return !days.some(({ day, state }) => state === "free" && monthOf(day) === month)
}

/** The first month with a day that somebody can rent, from today on; null when there is none within a year. */
export async function firstFreeMonth(
  product: Parameters<typeof productCalendar>[0],
  seenBy: Parameters<typeof productCalendar>[3],
): Promise<Month | null> {
  const today = dayInParis(seenBy.at)
  const calendar = await productCalendar(product, today, addDays(today, LOOKED_AHEAD_DAYS), seenBy)
  for (let ahead = 0; ahead <= LOOKED_AHEAD_DAYS; ahead++) {
    const day = addDays(today, ahead)
    if (customerDay(day, calendar) === "free") return monthOf(day)
  }
  return null
}
