import { type Day, type Month, addDays, daysBetween, sortedDays } from "./day.ts"

const words = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat("fr-FR", { timeZone: "UTC", ...options })

const long = words({ weekday: "long", day: "numeric", month: "long", year: "numeric" })
const dayMonthYear = words({ day: "numeric", month: "long", year: "numeric" })
const brief = words({ day: "numeric", month: "short", year: "numeric" })
const dayMonthBrief = words({ day: "numeric", month: "short" })
const weekdayBrief = words({ weekday: "short" })
const dayMonth = words({ day: "numeric", month: "long" })
const weekdayDayMonth = words({ weekday: "long", day: "numeric", month: "long" })
const monthYear = words({ month: "long", year: "numeric" })
const instantInParis = new Intl.DateTimeFormat("fr-FR", {
  timeZone: "Europe/Paris",
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
})
const timeInParis = new Intl.DateTimeFormat("fr-FR", { timeZone: "Europe/Paris", hour: "2-digit", minute: "2-digit" })
const list = new Intl.ListFormat("fr-FR")

/** "samedi 12 juin 2027" ("mardi 1er juin 2027" on the first). */
export function dayLong(day: Day): string {
  return first(long.format(noon(day)))
}

/** "12 juin 2027" */
export function dayMedium(day: Day): string {
  return first(dayMonthYear.format(noon(day)))
}

/** "12 juin" */
export function dayShort(day: Day): string {
  return first(dayMonth.format(noon(day)))
}

/** "samedi 12 juin" */
export function dayWithWeekday(day: Day): string {
  return first(weekdayDayMonth.format(noon(day)))
}

/** "samedi 12 juin", with its year from a year away on, when another day has the same name. */
export function daySeenFrom(today: Day, day: Day): string {
  return Math.abs(daysBetween(today, day)) < 365 ? dayWithWeekday(day) : dayLong(day)
}

/** "juin 2027" */
export function monthLong(month: Month): string {
  return monthYear.format(noon(`${month}-01`))
}

/** "samedi 12 juin 2027 à 18:30", in Paris. */
export function instantLong(instant: Date): string {
  return first(instantInParis.format(instant))
}

/** "18:30", in Paris. */
export function clockTime(instant: Date): string {
  return timeInParis.format(instant)
}

/** "samedi 12 juin 2027", "du 11 au 12 juin 2027", "5, 12 et 19 juin 2027". */
export function daysLong(days: readonly Day[]): string {
  return together(days, { alone: dayLong, full: dayMedium, short: dayShort })
}

/** "du samedi 12 juin 2027", "du 11 au 12 juin 2027", "des 5, 12 et 19 juin 2027": the same after "au lieu". */
export function ofDays(days: readonly Day[]): string {
  const label = daysLong(days)
  if (label === "" || label.startsWith("du ")) return label
  return new Set(days).size > 1 ? `des ${label}` : `du ${label}`
}

/** "12 juin 2027", "1er janv. 2027": for the cell of a table, which it never breaks. */
export function dayBrief(day: Day): string {
  return unbreakable(first(brief.format(noon(day))))
}

/** "sam. 12 juin 2027", "du 12 au 14 janv. 2027", "3 et 7 sept. 2027": for the cell of a table; only a list of days breaks, between two of them. */
export function daysBrief(days: readonly Day[]): string {
  const said = together(days, {
    alone: (day) => `${weekdayBrief.format(noon(day))} ${dayBrief(day)}`,
    full: dayBrief,
    short: (day) => unbreakable(first(dayMonthBrief.format(noon(day)))),
  })
  return / et |, /.test(said) ? said : unbreakable(said)
}

type DayStyle = Record<"alone" | "full" | "short", (day: Day) => string>

function together(days: readonly Day[], style: DayStyle): string {
  const sorted = sortedDays(days)
  const [start] = sorted
  if (start === undefined) return ""
  const end = sorted.at(-1) ?? start
  if (start === end) return style.alone(start)
  const unbroken = sorted.every((day, index) => index === 0 || day === addDays(sorted[index - 1] as Day, 1))
  if (unbroken) return `du ${withoutSharedPart(start, end, style)} au ${style.full(end)}`
  return list.format(
    sorted.map((day, index) =>
      index === sorted.length - 1 ? style.full(day) : withoutSharedPart(day, sorted[index + 1] as Day, style),
    ),
  )
}

/** The date without the month or year that the following date already says. */
function withoutSharedPart(day: Day, next: Day, style: DayStyle): string {
  if (day.slice(0, 7) === next.slice(0, 7)) return day.endsWith("-01") ? "1er" : String(Number(day.slice(8)))
  return day.slice(0, 4) === next.slice(0, 4) ? style.short(day) : style.full(day)
}

function unbreakable(text: string): string {
  return text.replaceAll(" ", "\u00a0")
}

/** French says "1er", Intl says "1". */
function first(text: string): string {
  return text.replace(/(^|\s)1 (?=\p{L})/u, "$11er ")
}

function noon(day: Day): Date {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number]
  return new Date(Date.UTC(year, month - 1, date, 12))
}

/** What is read of a day of a calendar: what is seen first, then which day it is. "12 libre, samedi 12 juin 2027". */
export function dayCellLabel(day: Day, word: string): string {
  return `${Number(day.slice(8))} ${word}, ${dayLong(day)}`
}
