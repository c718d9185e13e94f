import { type Day, addDays, daysBetween, eachDay, isDay, later, weekday } from "../day.ts"
import { type Result, ok, err } from "../result.ts"

/** What a person says of the days to close or to open: from, to, and on which days of the week (1, Monday, to 7). */
export type PeriodText = { from: string; to: string; weekdays: readonly number[] }

export type Period = { from: Day; to: Day; weekdays: readonly number[] }

/** The longest period, in days: two years. */
export const MAX_PERIOD_DAYS = 732

export type PeriodProblem =
  | { field: "from" | "to"; kind: "missing" | "not-a-day" }
  | { field: "to"; kind: "before-start" | "too-long" | "over" }
  | { field: "weekdays"; kind: "none-inside" }

/** Reads a period that has at least one day from today on; past days of it are left out by `periodDays`. */
export function readPeriod({ from, to, weekdays }: PeriodText, today: Day): Result<Period, PeriodProblem> {
  if (from === "") return err({ field: "from", kind: "missing" })
  if (!isDay(from)) return err({ field: "from", kind: "not-a-day" })
  if (to === "") return err({ field: "to", kind: "missing" })
  if (!isDay(to)) return err({ field: "to", kind: "not-a-day" })
  if (to < from) return err({ field: "to", kind: "before-start" })
  if (to < today) return err({ field: "to", kind: "over" })
  if (daysBetween(from, to) >= MAX_PERIOD_DAYS) return err({ field: "to", kind: "too-long" })
  const period = { from, to, weekdays: weekdaysOf(weekdays) }
  return periodDays(period, today).length > 0 ? ok(period) : err({ field: "weekdays", kind: "none-inside" })
}

/** Its days from today on, in order. No day of the week named: all of them. */
export function periodDays({ from, to, weekdays }: Period, today: Day): Day[] {
  return eachDay(later(from, today), to).filter((day) => weekdays.length === 0 || weekdays.includes(weekday(day)))
}

/** How many of its days are over, and so left as they are. */
export function pastDays({ from, to, weekdays }: Period, today: Day): number {
  const end = to < today ? to : addDays(today, -1)
  return eachDay(from, end).filter((day) => weekdays.length === 0 || weekdays.includes(weekday(day))).length
}

/** Each once, in order; all seven are the same as none. */
function weekdaysOf(weekdays: readonly number[]): number[] {
  const known = [...new Set(weekdays)].filter((each) => Number.isInteger(each) && each >= 1 && each <= 7).sort()
  return known.length === 7 ? [] : known
}

export const weekdayNames = ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"] as const
