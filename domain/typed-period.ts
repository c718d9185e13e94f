import { type Day, type Month, addDays, addMonths, isDay, monthOf } from "./day.ts"

/** Days from one to another, both meant. */
export type TypedPeriod = { from: Day; until: Day }

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
const near: Readonly<Record<string, number>> = { hier: -1, "aujourd’hui": 0, demain: 1, "apres-demain": 2 }
/** What may stand around a date, or between two commas. */
const FILLING = /^(lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|le|du|de|en)?$/

/**
 * The day or the month that people mean: "samedi 12 juin", "12/06/2027", "1er juillet 27", "2027-06-12", "juin 2027",
 * "demain". Without a year it is the next one, today or this month included. Null for whatever else was typed too.
 */
export function typedPeriod(text: string, today: Day): TypedPeriod | null {
  const words = folded(text)
    .split(/[\s,]/)
    .filter((word) => !FILLING.test(word))
  const typed = words.join(" ")
  const days = near[typed]
  if (days !== undefined) return only(addDays(today, days))
  if (isDay(typed)) return only(typed)
  const parts =
    /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}|\d{2}))?$/.exec(typed) ??
    /^(?:(\d{1,2})(?:er)? )?([a-z]{3,})\.?(?: (\d{4}|\d{2}))?$/.exec(typed)
  if (parts) return periodOf({ day: parts[1], month: parts[2] ?? "", year: parts[3] }, today)
  const month = /^(\d{1,2})[/.-](\d{4})$/.exec(typed)
  return month && periodOf({ day: undefined, month: month[1] ?? "", year: month[2] }, today)
}

type Parts = { day: string | undefined; month: string; year: string | undefined }

function periodOf({ day, month, year }: Parts, today: Day): TypedPeriod | null {
  const number = Number(month) || (monthNamed(month) ?? 0)
  if (number < 1 || number > 12) return null
  const ofYear = (each: number) => `${each}-${String(number).padStart(2, "0")}` as Month
  const thisYear = Number(today.slice(0, 4))
  const asked = year === undefined ? null : Number(year) + (year.length === 2 ? 2000 : 0)
  if (day === undefined) {
    const next = ofYear(thisYear) < monthOf(today) ? thisYear + 1 : thisYear
    const shown = ofYear(asked ?? next)
    return { from: `${shown}-01` as Day, until: addDays(`${addMonths(shown, 1)}-01` as Day, -1) }
  }
  const ofDay = (each: number) => `${ofYear(each)}-${day.padStart(2, "0")}`
  // The 29th of February comes every four years, or eight.
  const years = asked === null ? Array.from({ length: 9 }, (_, more) => thisYear + more) : [asked]
  const found = years.map(ofDay).find((each): each is Day => isDay(each) && (asked !== null || each >= today))
  return found === undefined ? null : only(found)
}

/** By its name or as much of it as names no other: "juil", "sept". */
function monthNamed(text: string): number | null {
  const named = monthNames.filter((name) => name.startsWith(text))
  return named.length === 1 ? monthNames.indexOf(named[0] as string) + 1 : null
}

function only(day: Day): TypedPeriod {
  return { from: day, until: day }
}

function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("'", "’").toLowerCase()
}
