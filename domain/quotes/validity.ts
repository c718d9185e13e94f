import { type Day, addDays, dayInParis, daysBetween, earlier, startOfDayInParis } from "../day.ts"
import { dayLong, instantLong } from "../day-labels.ts"
import type { TimeRange } from "../rental/rental.ts"

const DAY_MS = 86_400_000
const DAYS_BEFORE_EVENT = 3
export const MAX_KEPT_DAYS = 14

type QuotedTime = { dates: readonly Day[]; periods: readonly TimeRange[] }

/** The end of the third day before the event; for a nearer event 24 hours before it (D66). Null when that has passed. */
export function latestValidity(rentals: readonly QuotedTime[], at: Date): Date | null {
  const firstDay = rentals.flatMap(({ dates }) => dates).reduce(earlier)
  const usual = endOfDay(addDays(firstDay, -DAYS_BEFORE_EVENT))
  if (usual > at) return usual
  const start = Math.min(...rentals.flatMap(({ periods }) => periods.map(({ from }) => new Date(from).getTime())))
  const late = new Date(start - DAY_MS)
  return late > at ? late : null
}

/** Until the end of that day, if the event allows it. */
export function validityUntil(day: Day, latest: Date): Date {
  return earlierDate(endOfDay(day), latest)
}

export function defaultValidity(latest: Date, { days, at }: { days: number; at: Date }): Date {
  return validityUntil(addDays(dayInParis(at), days), latest)
}

/** The last day on which it can still be accepted. */
export function lastValidDay(validUntil: Date): Day {
  return dayInParis(new Date(validUntil.getTime() - 1))
}

/** "vendredi 18 décembre 2026" where it is valid all that day. */
export function validityLabel(validUntil: Date): string {
  const day = lastValidDay(validUntil)
  return endOfDay(day).getTime() === validUntil.getTime() ? dayLong(day) : instantLong(validUntil)
}

export type KeepProblem = { kind: "keep-past" } | { kind: "keep-too-long"; latest: Day }

/** At most 14 days, and never past the validity (D66). */
export function latestKeep(validUntil: Date, at: Date): Day {
  return earlier(addDays(dayInParis(at), MAX_KEPT_DAYS), lastValidDay(validUntil))
}

export function keepProblem(keepUntil: Day | null, validUntil: Date, at: Date): KeepProblem | null {
  if (keepUntil === null) return null
  if (daysBetween(dayInParis(at), keepUntil) < 0) return { kind: "keep-past" }
  const latest = latestKeep(validUntil, at)
  return keepUntil > latest ? { kind: "keep-too-long", latest } : null
}

export function keepEnd(keepUntil: Day, validUntil: Date): Date {
  return earlierDate(endOfDay(keepUntil), validUntil)
}

function endOfDay(day: Day): Date {
  return startOfDayInParis(addDays(day, 1))
}

function earlierDate(one: Date, other: Date): Date {
  return one < other ? one : other
}
