import { type Day, addDays, daysBetween, eachDay, isDay, later, weekday } from "../day.ts"
import { type Result, ok, err } from "../result.ts"

export type PeriodText = { from: string; to: string; weekdays: readonly number[] }

export type Period = { from: Day; to: Day; weekdays: readonly number[] }

export const MAX_PERIOD_DAYS = 732

export type PeriodProblem =
  | { field: "from" | "to"; kind: "missing" | "not-a-day" }
  | { field: "to"; kind: "before-start" | "too-long" | "over" }
  | { field: "weekdays"; kind: "none-inside" }

export function readPeriod({ from, to, weekdays }: PeriodText, today: Day): Result<Period, PeriodProblem> {
  if (from === "") return err({ field: "from", kind: "missing" })
  if (!isDay(from)) return err({ field: "from", kind: "not-a-day" })
  if (to === "") return err({ field: "to", kind: "missing" })
  if (!isDay(to)) return err({ field: "to", kind: "not-a-day" })
  if (to < from) return err({ field: "to", kind: "before-start" })
  if (to < today) return err({ field: "to", kind: "over" })
  if (daysBetween(from, to) >= MAX_PERIOD_DAYS) return err({ field: "to", kind: "too-long" })
  const period = { from, to, weekdays: normalizeWeekdays(weekdays) }
  return periodDays(period, today).length > 0 ? ok(period) : err({ field: "weekdays", kind: "none-inside" })
}

export function periodDays({ from, to, weekdays }: Period, today: Day): Day[] {
  return eachDay(later(from, today), to).filter((day) => weekdays.length === 0 || weekdays.includes(weekday(day)))
}

export function pastDays({ from, to, weekdays }: Period, today: Day): number {
  const end = to < today ? to : addDays(today, -1)
  return eachDay(from, end).filter((day) => weekdays.length === 0 || weekdays.includes(weekday(day))).length
}

function normalizeWeekdays(weekdays: readonly number[]): number[] {
  const valid = [...new Set(weekdays)].filter((each) => Number.isInteger(each) && each >= 1 && each <= 7).sort()
  return valid.length === 7 ? [] : valid
}
