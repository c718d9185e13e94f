import { addDays, type Day } from "../day.ts"
import { dayRuns } from "../day-runs.ts"
import type { TimeRange } from "../rental/rental.ts"
import { type ClockTime, instantInParis } from "./hours.ts"

/** A rental day begins at the shop's hour, in Europe/Paris (D61). */
export function rentalPeriods(days: Iterable<Day>, hour: number): TimeRange[] {
  const time: ClockTime = `${String(hour).padStart(2, "0") as `${number}`}:00`
  const at = (day: Day) => instantInParis(day, time).toISOString()
  return dayRuns(days).map(({ first, last }) => ({ from: at(first), until: at(addDays(last, 1)) }))
}
