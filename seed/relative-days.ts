import { type Day, addDays, eachDay, weekday } from "../domain/day.ts"

/** 1 (Monday) to 7 (Sunday). */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7

/** Relative to the seeding day, so that the demonstration never ages; week 0 contains it. */
export type RelativeDays = { weekOffset: number; weekdays: readonly Weekday[] } | { dayOffset: number; length: number }

export function resolveDays(when: RelativeDays, today: Day): Day[] {
  if ("dayOffset" in when) {
    const first = addDays(today, when.dayOffset)
    return eachDay(first, addDays(first, when.length - 1))
  }
  const monday = addDays(today, 1 - weekday(today) + 7 * when.weekOffset)
  return when.weekdays.map((each) => addDays(monday, each - 1)).sort()
}
