import { type Day, addDays, eachDay, weekday } from "../domain/day.ts"

/** 1 (Monday) to 7 (Sunday). */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7

/**
 * Days told from the day the shop is seeded, so that the demonstration never grows old: days of a week
 * (0 is the week of that day, Monday first), or so many days from that day on.
 */
export type RelativeDays = { weekOffset: number; weekdays: readonly Weekday[] } | { dayOffset: number; length: number }

/** The calendar days meant, in order. */
export function daysOf(when: RelativeDays, today: Day): Day[] {
  if ("dayOffset" in when) {
    const first = addDays(today, when.dayOffset)
    return eachDay(first, addDays(first, when.length - 1))
  }
  const monday = addDays(today, 1 - weekday(today) + 7 * when.weekOffset)
  return when.weekdays.map((each) => addDays(monday, each - 1)).sort()
}
