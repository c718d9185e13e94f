/** A date in Europe/Paris, never an instant (D2). Days compare as strings; `isDay` validates. */
export type Day = `${number}-${number}-${number}`
export type Month = `${number}-${number}`

const DAY_MS = 86_400_000
const pattern = /^(?:19|20|21)\d\d-\d\d-\d\d$/

const parisDay = new Intl.DateTimeFormat("en-CA", {
  timeZone: "Europe/Paris",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
})

export function dayInParis(instant: Date): Day {
  return parisDay.format(instant) as Day
}

export function startOfDayInParis(day: Day): Date {
  const midnight = toNumber(day) * DAY_MS
  const starts = [2, 1].map((offset) => new Date(midnight - offset * 3_600_000))
  return starts.find((start) => dayInParis(start) === day) ?? new Date(midnight)
}

export function isDay(text: string): text is Day {
  return pattern.test(text) && fromNumber(toNumber(text)) === text
}

export function isMonth(text: string): text is Month {
  return isDay(`${text}-01`)
}

export function addDays(day: Day, days: number): Day {
  return fromNumber(toNumber(day) + days)
}

export function daysBetween(from: Day, to: Day): number {
  return toNumber(to) - toNumber(from)
}

/** 1 (Monday) to 7 (Sunday). */
export function weekday(day: Day): number {
  return ((((toNumber(day) + 3) % 7) + 7) % 7) + 1
}

export function monthOf(day: Day): Month {
  return day.slice(0, 7) as Month
}

export function addMonths(month: Month, months: number): Month {
  const [year, index] = month.split("-").map(Number) as [number, number]
  const total = year * 12 + (index - 1) + months
  return `${Math.floor(total / 12)}-${String((total % 12) + 1).padStart(2, "0")}` as Month
}

export function monthGrid(month: Month): Day[] {
  const first: Day = `${month}-01`
  const start = addDays(first, 1 - weekday(first))
  return Array.from({ length: 42 }, (_, index) => addDays(start, index))
}

export function eachDay(from: Day, to: Day): Day[] {
  return Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, index) => addDays(from, index))
}

export function earlier<When extends Day | Month>(one: When, other: When): When {
  return one < other ? one : other
}

export function later<When extends Day | Month>(one: When, other: When): When {
  return one > other ? one : other
}

export function sortedDays(days: Iterable<Day>): Day[] {
  return [...new Set(days)].sort()
}

function toNumber(day: string): number {
  return Math.round(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8))) / DAY_MS)
}

/** `toISOString` is four times slower. */
function fromNumber(number: number): Day {
  const day = new Date(number * DAY_MS)
  return `${day.getUTCFullYear()}-${twoDigits(day.getUTCMonth() + 1)}-${twoDigits(day.getUTCDate())}` as Day
}

function twoDigits(part: number): string {
  return part < 10 ? `0${part}` : `${part}`
}
