import { type UnitsInService, isInService } from "../availability/units.ts"
import { dayWithWeekday } from "../day-labels.ts"
import { type Day, addDays, daysBetween } from "../day.ts"
import type { BookingId } from "../id.ts"
import type { ClosedDay } from "./capacity.ts"

/** In Paris: "2027-06-12T12:00". */
export type LocalTime = `${Day}T${string}`

export type LocalRange = { start: LocalTime; end: LocalTime }

export type OccupiedRange = LocalRange & {
  productId: string
  /** null for a rental without a unit. */
  unit: number | null
  kind: "hold" | "booking" | "quote" | "outside" | "repair"
  bookingId: BookingId | null
  quoteNumber: string | null
  calendarName: string | null
  /** Without preparation; null where all is preparation. */
  rentedStart: LocalTime | null
  rentedEnd: LocalTime | null
  firstDay: Day
  lastDay: Day
}

type ClosedRange = LocalRange & { kind: "block"; reason: string | null }

export type TimelineBar = OccupiedRange | ClosedRange

type UnitTimeline = { unit: number; label: string | null; inService: boolean; bars: TimelineBar[] }

export type ProductTimeline = { units: UnitTimeline[]; homeless: OccupiedRange[] }

type ProductOccupancy = {
  inService: UnitsInService
  units: readonly { number: number; label: string | null }[]
  occupied: readonly OccupiedRange[]
  closed: readonly ClosedRange[]
}

/** A retired unit has its row while something occupies it. */
export function productTimeline({ inService, units, occupied, closed }: ProductOccupancy): ProductTimeline {
  const byUnit = Map.groupBy(occupied, ({ unit }) => unit)
  return {
    units: units.flatMap(({ number, label }) => {
      const isUsed = isInService(number, inService)
      const own = byUnit.get(number) ?? []
      if (!isUsed && own.length === 0) return []
      return [{ unit: number, label, inService: isUsed, bars: isUsed ? [...closed, ...own] : own }]
    }),
    homeless: byUnit.get(null) ?? [],
  }
}

/** Closed days that follow each other for the same reason, as the rental days of a shop that begin at this hour. */
export function closedRanges(days: readonly ClosedDay[], hour: number): ClosedRange[] {
  const at = (day: Day): LocalTime => `${day}T${String(hour).padStart(2, "0")}:00`
  const runs: { first: Day; last: Day; reason: string | null }[] = []
  for (const { day, reason } of days.toSorted((one, other) => daysBetween(other.day, one.day))) {
    const run = runs.at(-1)
    if (run && run.reason === reason && addDays(run.last, 1) === day) run.last = day
    else runs.push({ first: day, last: day, reason })
  }
  return runs.map(({ first, last, reason }) => ({
    kind: "block",
    start: at(first),
    end: at(addDays(last, 1)),
    reason,
  }))
}

const QUARTERS_A_DAY = 96

/** In quarters of an hour; what lies outside the timeline is cut off. Null when nothing is left. */
export function placeOnTimeline(
  { start, end }: LocalRange,
  from: Day,
  days: number,
): { at: number; length: number; startsBefore: boolean; endsAfter: boolean } | null {
  const quarters = (time: LocalTime) =>
    daysBetween(from, dayOfTime(time)) * QUARTERS_A_DAY +
    Number(time.slice(11, 13)) * 4 +
    Math.floor(Number(time.slice(14, 16)) / 15)
  const [first, last] = [quarters(start), quarters(end)]
  const [at, until] = [Math.max(0, first), Math.min(days * QUARTERS_A_DAY, last)]
  if (at >= until) return null
  return { at, length: until - at, startsBefore: first < at, endsAfter: last > until }
}

/** "samedi 12 juin, 12 h à dimanche 13 juin, 12 h", "samedi 12 juin, 10 h à 16 h" */
export function timeRangeLabel({ start, end }: LocalRange): string {
  const first = dayOfTime(start)
  const endsAtMidnight = end.endsWith("T00:00")
  const last = endsAtMidnight ? addDays(dayOfTime(end), -1) : dayOfTime(end)
  const hour = endsAtMidnight ? "24\u00a0h" : hourLabel(end)
  return `${dayWithWeekday(first)}, ${hourLabel(start)} à ${first === last ? "" : `${dayWithWeekday(last)}, `}${hour}`
}

export const dayOfTime = (time: LocalTime) => time.slice(0, 10) as Day

function hourLabel(time: LocalTime): string {
  const [hour, minutes] = [Number(time.slice(11, 13)), time.slice(14, 16)]
  return `${hour}\u00a0h${minutes === "00" ? "" : `\u00a0${minutes}`}`
}
