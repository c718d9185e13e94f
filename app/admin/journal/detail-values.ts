import { isId } from "../../../domain/id.ts"
import { statusLabels } from "../../../domain/booking/status.ts"
import { isWindow, windowLabel } from "../../../domain/booking/hours.ts"
import { cancellationSentences } from "../../../domain/finance/cancellation-labels.ts"
import { type Day, isDay } from "../../../domain/day.ts"
import { dayMedium, daysLong, instantLong } from "../../../domain/day-labels.ts"
import { formatMoney } from "../../../domain/money.ts"
import { unitLabels } from "../../../domain/pricing/options.ts"

/** What products, options, pictures and people are called, by id. */
export type Names = Readonly<Record<string, string>>

/** A stored value as a person reads it; null when it says nothing to a reader. */
export type Say = (value: unknown, names: Names) => string | null

export const empty = "(vide)"
const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)

/** The same, with what is not there told in words. */
function ifPresent(say: (value: NonNullable<unknown>, names: Names) => string | null): Say {
  return (value, names) => (isEmpty(value) ? empty : say(value as NonNullable<unknown>, names))
}

const number = (value: unknown) => (typeof value === "number" ? value : Number.NaN)
const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString("fr-FR")}\u00a0${Math.abs(count) > 1 ? many : one}`

/** Text as it was typed; lists by their entries; an id by the name of what it is, and left out when that has gone. */
export const text: Say = ifPresent((value, names) => {
  if (Array.isArray(value)) {
    const entries = value.flatMap((entry) => text(entry, names) ?? [])
    return entries.length > 0 ? entries.join(", ") : null
  }
  if (typeof value === "object") return null
  const words = String(value)
  return isId(words) ? (names[words] ?? null) : words
})

export const yesNo: Say = ifPresent((value) => (value === true ? "oui" : "non"))
export const money: Say = ifPresent((value) => formatMoney(number(value)))
export const moneyDifference: Say = ifPresent(
  (value) => `${number(value) > 0 ? "+\u00a0" : ""}${formatMoney(number(value))}`,
)
export const percent: Say = ifPresent((value) => `${number(value).toLocaleString("fr-FR")}\u00a0%`)
/** 2000 is 20 %. */
export const basisPoints: Say = ifPresent((value) => `${(number(value) / 100).toLocaleString("fr-FR")}\u00a0%`)
export const kilometres: Say = ifPresent((value) => `${number(value).toLocaleString("fr-FR")}\u00a0km`)
export const count: Say = ifPresent((value) => number(value).toLocaleString("fr-FR"))
export const dayCount: Say = ifPresent((value) => counted(number(value), "jour", "jours"))
export const unitNumber: Say = ifPresent((value) => (Array.isArray(value) ? value.join(", ") : String(value)))
export const instant: Say = ifPresent((value) => instantLong(new Date(String(value))))
export const day: Say = ifPresent((value) => {
  const text = String(value)
  return isDay(text) ? dayMedium(text) : text
})
export const days: Say = ifPresent((value) =>
  Array.isArray(value) && value.every((each): each is Day => typeof each === "string" && isDay(each))
    ? daysLong(value)
    : null,
)
/** "FR76 3000 6000 …" */
export const iban: Say = ifPresent((value) =>
  String(value)
    .replace(/\s/g, "")
    .replace(/(.{4})(?=.)/g, "$1\u00a0"),
)
/** Nothing was agreed any more. */
export const timeWindow: Say = ifPresent((value) => (isWindow(value) ? windowLabel(value) : null))
/** A file's address says nothing to a reader; when it was sent, which stands in its name, says which one it is. */
export const picture: Say = (value) => {
  if (isEmpty(value)) return "aucune"
  const sent = Number(/\/(\d{13})-[0-9a-f]{16}\.[a-z]+$/.exec(String(value))?.[1])
  return sent > 0 ? `image envoyée le ${instantLong(new Date(sent))}` : "une image"
}

/** One of a few words that the database keeps in English. */
export function oneOf(words: Readonly<Record<string, string>>): Say {
  return ifPresent((value) => {
    const of = (each: unknown) => (Object.hasOwn(words, String(each)) ? words[String(each)] : undefined)
    return Array.isArray(value) ? value.flatMap((each) => of(each) ?? []).join(", ") || null : (of(value) ?? null)
  })
}

export const optionUnit: Say = oneOf(unitLabels)

export const status: Say = oneOf(
  Object.fromEntries(Object.entries(statusLabels).map(([name, label]) => [name, label.toLowerCase()])),
)

/** A place in a list counts from 1 for who reads it; a whole list is told by its names in order. */
export const order: Say = ifPresent((value, names) => {
  if (!Array.isArray(value)) return String(number(value) + 1)
  const known = value.flatMap((each) => names[String(each)] ?? [])
  return known.length > 0 ? known.map((name, index) => `${index + 1}. ${name}`).join(", ") : null
})

type Section = { title?: unknown }
/** The sections of a manual by their titles. */
export const sections: Say = ifPresent((value) =>
  Array.isArray(value)
    ? value
        .map((each: Section) => String(each.title ?? ""))
        .filter((title) => title !== "")
        .join(", ") || empty
    : null,
)

type Tier = { daysBefore: number; refundPercent: number }
export const tiers: Say = ifPresent((value) =>
  Array.isArray(value) ? cancellationSentences(value as Tier[]).join("\n") : null,
)

type DayBefore = { date: Day; isAvailable: boolean; reason: string | null }
/** How days were before they were closed or opened: those that were closed, with the reason. */
export function daysBefore(value: readonly unknown[]): string {
  const closed = (value as DayBefore[]).filter(({ isAvailable }) => !isAvailable)
  if (closed.length === 0) return "aucun n’était bloqué"
  return closed.map(({ date, reason }) => `${dayMedium(date)}, bloqué${reason ? ` (${reason})` : ""}`).join("\u00a0; ")
}
