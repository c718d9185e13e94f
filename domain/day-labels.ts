import { hourInLabel, timeInParis } from "./clock.ts"
import { type Day, type Month, addDays, dayInParis, daysBetween, sortedDays } from "./day.ts"

export const weekdayNames = ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"] as const

const dateFormat = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("fr-FR", { timeZone: "UTC", ...options })

const long = dateFormat({ weekday: "long", day: "numeric", month: "long", year: "numeric" })
const dayMonthYear = dateFormat({ day: "numeric", month: "long", year: "numeric" })
const brief = dateFormat({ day: "numeric", month: "short", year: "numeric" })
const dayMonthBrief = dateFormat({ day: "numeric", month: "short" })
const weekdayBrief = dateFormat({ weekday: "short" })
const dayMonth = dateFormat({ day: "numeric", month: "long" })
const weekdayDayMonth = dateFormat({ weekday: "long", day: "numeric", month: "long" })
const monthYear = dateFormat({ month: "long", year: "numeric" })
const listFormat = new Intl.ListFormat("fr-FR")

export function dayLong(day: Day): string {
  return withOrdinal(long.format(noon(day)))
}

export function dayMedium(day: Day): string {
  return withOrdinal(dayMonthYear.format(noon(day)))
}

export function dayShort(day: Day): string {
  return withOrdinal(dayMonth.format(noon(day)))
}

export function dayWithWeekday(day: Day): string {
  return withOrdinal(weekdayDayMonth.format(noon(day)))
}

/** With the year from a year away on. */
export function dayRelativeTo(today: Day, day: Day): string {
  return Math.abs(daysBetween(today, day)) < 365 ? dayWithWeekday(day) : dayLong(day)
}

export function monthLong(month: Month): string {
  return monthYear.format(noon(`${month}-01`))
}

export function instantLong(instant: Date): string {
  return `${dayLong(dayInParis(instant))} à ${clockTime(instant)}`
}

/** "lundi 30 novembre, 20 h 23" */
export function deadlineLabel(deadline: Date, now: Date): string {
  return `${dayRelativeTo(dayInParis(now), dayInParis(deadline))}, ${clockTime(deadline)}`
}

export function clockTime(instant: Date): string {
  return hourInLabel(timeInParis(instant))
}

export function daysLong(days: readonly Day[]): string {
  return joinDays(days, { alone: dayLong, full: dayMedium, short: dayShort })
}

export function daysWithArticle(days: readonly Day[]): string {
  const label = daysLong(days)
  if (label === "" || label.startsWith("du ")) return label
  return new Set(days).size > 1 ? `des ${label}` : `du ${label}`
}

export function dayBrief(day: Day): string {
  return unbreakable(withOrdinal(brief.format(noon(day))))
}

export function daysBrief(days: readonly Day[]): string {
  const label = joinDays(days, {
    alone: (day) => `${weekdayBrief.format(noon(day))} ${dayBrief(day)}`,
    full: dayBrief,
    short: (day) => unbreakable(withOrdinal(dayMonthBrief.format(noon(day)))),
  })
  return / et |, /.test(label) ? label : unbreakable(label)
}

type DayStyle = Record<"alone" | "full" | "short", (day: Day) => string>

function joinDays(days: readonly Day[], style: DayStyle): string {
  const sorted = sortedDays(days)
  const [start] = sorted
  if (start === undefined) return ""
  const end = sorted.at(-1) ?? start
  if (start === end) return style.alone(start)
  const isConsecutive = sorted.every((day, index) => index === 0 || day === addDays(sorted[index - 1] as Day, 1))
  if (isConsecutive) return `du ${withoutSharedPart(start, end, style)} au ${style.full(end)}`
  return listFormat.format(
    sorted.map((day, index) =>
      index === sorted.length - 1 ? style.full(day) : withoutSharedPart(day, sorted[index + 1] as Day, style),
    ),
  )
}

function withoutSharedPart(day: Day, next: Day, style: DayStyle): string {
  if (day.slice(0, 7) === next.slice(0, 7)) return day.endsWith("-01") ? "1er" : String(Number(day.slice(8)))
  return day.slice(0, 4) === next.slice(0, 4) ? style.short(day) : style.full(day)
}

function unbreakable(text: string): string {
  return text.replaceAll(" ", "\u00a0")
}

/** French says "1er", Intl says "1". */
function withOrdinal(text: string): string {
  return text.replace(/(^|\s)1 (?=\p{L})/u, "$11er ")
}

function noon(day: Day): Date {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number]
  return new Date(Date.UTC(year, month - 1, date, 12))
}

export function dayCellLabel(day: Day, word: string): string {
  return `${Number(day.slice(8))} ${word}, ${dayLong(day)}`
}
