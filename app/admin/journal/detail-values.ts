import type { DayBefore } from "../../../domain/availability/acts.ts"
import { isId } from "../../../domain/id.ts"
import { statusLabels } from "../../../domain/booking/status.ts"
import { windowLabel } from "../../../domain/booking/hours.ts"
import { durationLabel, isWindow, hourInLabel, toClockTime } from "../../../domain/clock.ts"
import { type CancellationTier, cancellationSentences } from "../../../domain/finance/cancellation-labels.ts"
import { type Day, isDay } from "../../../domain/day.ts"
import { dayMedium, daysLong, instantLong, weekdayNames } from "../../../domain/day-labels.ts"
import { formatMoney } from "../../../domain/money.ts"
import { declineReasonLabels } from "../../../domain/quotes/state.ts"
import { unitLabels } from "../../../domain/pricing/options.ts"

/** Names of products, options, pictures and people by id. */
export type Names = Readonly<Record<string, string>>

/** null when the value means nothing to a reader. */
export type ValueFormatter = (value: unknown, names: Names) => string | null

export const emptyLabel = "(vide)"
const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)

function ifPresent(format: (value: NonNullable<unknown>, names: Names) => string | null): ValueFormatter {
  return (value, names) => (isEmpty(value) ? emptyLabel : format(value as NonNullable<unknown>, names))
}

const toNumber = (value: unknown) => (typeof value === "number" ? value : Number.NaN)
const countText = (count: number, one: string, many: string) =>
  `${count.toLocaleString("fr-FR")}\u00a0${Math.abs(count) > 1 ? many : one}`

/** Ids become names; the id of something deleted gives null. */
export const text: ValueFormatter = ifPresent((value, names) => {
  if (Array.isArray(value)) {
    const entries = value.flatMap((entry) => text(entry, names) ?? [])
    return entries.length > 0 ? entries.join(", ") : null
  }
  if (typeof value === "object") return null
  const words = String(value)
  return isId(words) ? (names[words] ?? null) : words
})

function listOf(format: ValueFormatter): ValueFormatter {
  return ifPresent((value, names) =>
    Array.isArray(value) ? value.flatMap((each) => format(each, names) ?? []).join(", ") : null,
  )
}

export const yesNo: ValueFormatter = ifPresent((value) => (value === true ? "oui" : "non"))
export const money: ValueFormatter = ifPresent((value) => formatMoney(toNumber(value)))
export const moneyDifference: ValueFormatter = ifPresent(
  (value) => `${toNumber(value) > 0 ? "+\u00a0" : ""}${formatMoney(toNumber(value))}`,
)
export const percent: ValueFormatter = ifPresent((value) => `${toNumber(value).toLocaleString("fr-FR")}\u00a0%`)
/** 2000 is 20 %. */
export const basisPoints: ValueFormatter = ifPresent(
  (value) => `${(toNumber(value) / 100).toLocaleString("fr-FR")}\u00a0%`,
)
export const kilometres: ValueFormatter = ifPresent((value) => `${toNumber(value).toLocaleString("fr-FR")}\u00a0km`)
export const count: ValueFormatter = ifPresent((value) => toNumber(value).toLocaleString("fr-FR"))
export const dayCount: ValueFormatter = ifPresent((value) => countText(toNumber(value), "jour", "jours"))
export const hourCount: ValueFormatter = ifPresent((value) => `${toNumber(value)}\u00a0h`)
export const minuteCount: ValueFormatter = ifPresent((value) => durationLabel(toNumber(value)))
export const unitNumber: ValueFormatter = ifPresent((value) =>
  Array.isArray(value) ? value.join(", ") : String(value),
)
export const instant: ValueFormatter = ifPresent((value) => instantLong(new Date(String(value))))
export const day: ValueFormatter = ifPresent((value) => {
  const text = String(value)
  return isDay(text) ? dayMedium(text) : text
})
export const days: ValueFormatter = ifPresent((value) =>
  Array.isArray(value) && value.every((each): each is Day => typeof each === "string" && isDay(each))
    ? daysLong(value)
    : null,
)
/** "FR76 3000 6000 …" */
export const iban: ValueFormatter = ifPresent((value) =>
  String(value)
    .replace(/\s/g, "")
    .replace(/(.{4})(?=.)/g, "$1\u00a0"),
)
export const clockTime: ValueFormatter = ifPresent((value) => hourInLabel(String(value)))
export const hourOfDay: ValueFormatter = ifPresent((value) => hourInLabel(toClockTime(toNumber(value))))
export const clockTimes = listOf(clockTime)
export const weekdays = listOf((value) => weekdayNames[toNumber(value) - 1] ?? null)
export const steps = listOf(percent)
export const timeWindow: ValueFormatter = ifPresent((value) => (isWindow(value) ? windowLabel(value) : null))
/** A picture's URL contains its upload time, the only part that identifies it to a reader. */
export const picture: ValueFormatter = (value) => {
  if (isEmpty(value)) return "aucune"
  const sentAt = Number(/\/(\d{13})-[0-9a-f]{16}\.[a-z]+$/.exec(String(value))?.[1])
  return sentAt > 0 ? `image envoyée le ${instantLong(new Date(sentAt))}` : "une image"
}

export function oneOf(words: Readonly<Record<string, string>>): ValueFormatter {
  return ifPresent((value) => {
    const labelFor = (each: unknown) => (Object.hasOwn(words, String(each)) ? words[String(each)] : undefined)
    return Array.isArray(value)
      ? value.flatMap((each) => labelFor(each) ?? []).join(", ") || null
      : (labelFor(value) ?? null)
  })
}

export const optionUnit: ValueFormatter = oneOf({ ...unitLabels, percent: "pour cent", euros: "euros" })

/** A reader of a quote chooses one; everybody else writes. */
export const reason: ValueFormatter = (value, names) => oneOf(declineReasonLabels)(value, names) ?? text(value, names)

export const status: ValueFormatter = oneOf(
  Object.fromEntries(Object.entries(statusLabels).map(([name, label]) => [name, label.toLowerCase()])),
)

/** Positions are stored from 0 and displayed from 1. */
export const order: ValueFormatter = ifPresent((value, names) => {
  if (!Array.isArray(value)) return String(toNumber(value) + 1)
  const orderedNames = value.flatMap((each) => names[String(each)] ?? [])
  return orderedNames.length > 0 ? orderedNames.map((name, index) => `${index + 1}. ${name}`).join(", ") : null
})

type Section = { title?: unknown }
export const sections: ValueFormatter = ifPresent((value) =>
  Array.isArray(value)
    ? value
        .map((each: Section) => String(each.title ?? ""))
        .filter((title) => title !== "")
        .join(", ") || emptyLabel
    : null,
)

export const tiers: ValueFormatter = ifPresent((value) =>
  Array.isArray(value) ? cancellationSentences(value as CancellationTier[]).join("\n") : null,
)

export function closedDaysText(value: readonly unknown[]): string {
  const closed = (value as DayBefore[]).filter(({ isAvailable }) => !isAvailable)
  if (closed.length === 0) return "aucun n’était bloqué"
  return closed.map(({ date, reason }) => `${dayMedium(date)}, bloqué${reason ? ` (${reason})` : ""}`).join("\u00a0; ")
}
