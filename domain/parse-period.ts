import { type Day, type Month, addDays, addMonths, isDay, monthOf } from "./day.ts"

export type ParsedPeriod = { from: Day; until: Day }

const monthNames = [
  "janvier",
  "fevrier",
  "mars",
  "avril",
  "mai",
  "juin",
  "juillet",
  "aout",
  "septembre",
  "octobre",
  "novembre",
  "decembre",
]
const relativeDays: Readonly<Record<string, number>> = { hier: -1, "aujourd’hui": 0, demain: 1, "apres-demain": 2 }
const FILLER = /^(lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|le|du|de|en)?$/

/** Without a year, the next occurrence; null when anything else was typed. */
export function parsePeriod(text: string, today: Day): ParsedPeriod | null {
  const words = fold(text)
    .split(/[\s,]/)
    .filter((word) => !FILLER.test(word))
  const query = words.join(" ")
  const days = relativeDays[query]
  if (days !== undefined) return singleDay(addDays(today, days))
  if (isDay(query)) return singleDay(query)
  const parts =
    /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}|\d{2}))?$/.exec(query) ??
    /^(?:(\d{1,2})(?:er)? )?([a-z]{3,})\.?(?: (\d{4}|\d{2}))?$/.exec(query)
  if (parts) return toPeriod({ day: parts[1], month: parts[2] ?? "", year: parts[3] }, today)
  const month = /^(\d{1,2})[/.-](\d{4})$/.exec(query)
  return month && toPeriod({ day: undefined, month: month[1] ?? "", year: month[2] }, today)
}

type Parts = { day: string | undefined; month: string; year: string | undefined }

function toPeriod({ day, month, year }: Parts, today: Day): ParsedPeriod | null {
  const number = Number(month) || (monthByName(month) ?? 0)
  if (number < 1 || number > 12) return null
  const monthInYear = (each: number) => `${each}-${String(number).padStart(2, "0")}` as Month
  const thisYear = Number(today.slice(0, 4))
  const explicitYear = year === undefined ? null : Number(year) + (year.length === 2 ? 2000 : 0)
  if (day === undefined) {
    const next = monthInYear(thisYear) < monthOf(today) ? thisYear + 1 : thisYear
    const resolved = monthInYear(explicitYear ?? next)
    return { from: `${resolved}-01` as Day, until: addDays(`${addMonths(resolved, 1)}-01` as Day, -1) }
  }
  const dayInYear = (each: number) => `${monthInYear(each)}-${day.padStart(2, "0")}`
  // 29 February recurs after four or eight years.
  const years = explicitYear === null ? Array.from({ length: 9 }, (_, offset) => thisYear + offset) : [explicitYear]
  const match = years
    .map(dayInYear)
    .find((each): each is Day => isDay(each) && (explicitYear !== null || each >= today))
  return match === undefined ? null : singleDay(match)
}

function monthByName(text: string): number | null {
  const matches = monthNames.filter((name) => name.startsWith(text))
  return matches.length === 1 ? monthNames.indexOf(matches[0] as string) + 1 : null
}

function singleDay(day: Day): ParsedPeriod {
  return { from: day, until: day }
}

function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("'", "’").toLowerCase()
}
