import { type Day, addDays, weekday } from "./day.ts"

const fixedHolidays = ["01-01", "05-01", "05-08", "07-14", "08-15", "11-01", "11-11", "12-25"] as const
const easterOffsets = [1, 39, 50]

/** Code du travail, article L3133-1. */
export function publicHolidays(year: number): Day[] {
  const easter = easterSunday(year)
  return [
    ...fixedHolidays.map((monthAndDay): Day => `${year}-${monthAndDay}`),
    ...easterOffsets.map((days) => addDays(easter, days)),
  ].sort()
}

export function isPublicHoliday(day: Day): boolean {
  return publicHolidays(Number(day.slice(0, 4))).includes(day)
}

/** Consumer-law periods never end on another day (L221-19). */
export function isWorkingDay(day: Day): boolean {
  return weekday(day) <= 5 && !isPublicHoliday(day)
}

export function nextWorkingDay(day: Day): Day {
  let candidate = day
  while (!isWorkingDay(candidate)) candidate = addDays(candidate, 1)
  return candidate
}

/** Butcher's method of 1876. */
export function easterSunday(year: number): Day {
  const a = year % 19
  const [b, c] = [Math.floor(year / 100), year % 100]
  const [d, e] = [Math.floor(b / 4), b % 4]
  const f = Math.floor((b + 8) / 25)
  const g = Math.floor((b - f + 1) / 3)
  const h = (19 * a + b - d - g + 15) % 30
  const [i, k] = [Math.floor(c / 4), c % 4]
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  const march: Day = `${year}-03-01`
  return addDays(march, Math.floor(n / 31) === 3 ? n % 31 : 31 + (n % 31))
}
