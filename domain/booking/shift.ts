import { type ClockTime, hourInLabel, instantInParis, timeInParis } from "../clock.ts"
import { dayRelativeTo } from "../day-labels.ts"
import { type Day, dayInParis } from "../day.ts"
import { type HandoverStop, bookingStops } from "../rental/rental-times.ts"
import { type Rental, firstDay } from "../rental/rental.ts"
import type { BookingHours } from "./hours.ts"
import type { Leg } from "./route.ts"

export const shiftKinds = ["delivery", "installation", "host", "collection"] as const
export type ShiftKind = (typeof shiftKinds)[number]

export const shiftLabels = {
  delivery: "Livraison",
  installation: "Installation",
  host: "Animation",
  collection: "Reprise",
} as const satisfies Record<ShiftKind, string>

/** The stop of the day at which the shift happens. */
export const legOfShift = {
  delivery: "out",
  installation: "out",
  host: "out",
  collection: "back",
} as const satisfies Record<ShiftKind, Leg>

export const shiftAnswerLabels = { accepted: "Acceptée", declined: "Refusée" } as const
export type ShiftAnswer = keyof typeof shiftAnswerLabels
export type ShiftTimes = { startsAt: Date; endsAt: Date }
export type PlannedShift = ShiftTimes & { kind: ShiftKind }

const HOUR_MS = 3_600_000
/** An event whose hours nobody has told yet. */
const usualEvent = { from: "18:00", hours: 6 } as const satisfies { from: ClockTime; hours: number }

export type ShiftTerms = {
  rentals: readonly Rental[]
  isDelivery: boolean
  hours: BookingHours
  eventStartsAt: ClockTime | null
}

/**
 * A handover takes its window, an installation the hour before the event, hosting the event itself. Nobody travels for
 * a pick-up.
 */
export function planBookingShifts(
  { rentals, isDelivery, hours, eventStartsAt }: ShiftTerms,
  { needsInstaller, needsHost }: { needsInstaller: boolean; needsHost: boolean },
): PlannedShift[] {
  const [first] = rentals
  if (!first || !isDelivery) return []
  const period = rentals.find((rental) => rental.plan?.kind === "hours")?.periods[0]
  const host = period
    ? { startsAt: new Date(period.from), endsAt: new Date(period.until) }
    : eventHours(firstDay(first), eventStartsAt)
  const stops = bookingStops(rentals, { isDelivery, hours })
  const outStop = stops.find(({ leg }) => leg === "out")
  const backStop = stops.findLast(({ leg }) => leg === "back")
  const times: Record<ShiftKind, ShiftTimes | null> = {
    delivery: outStop ? windowTimes(outStop, hourBefore(host.startsAt)) : null,
    installation: needsInstaller ? { startsAt: hourBefore(host.startsAt), endsAt: host.startsAt } : null,
    host: needsHost ? host : null,
    collection: backStop ? windowTimes(backStop, host.endsAt) : null,
  }
  return shiftKinds.flatMap((kind) => (times[kind] ? [{ kind, ...times[kind] }] : []))
}

/** Also the shifts that the products do not ask for, as somebody may have been given one. */
export function planEveryShift(terms: ShiftTerms): PlannedShift[] {
  return planBookingShifts(terms, { needsInstaller: true, needsHost: true })
}

const hourBefore = (instant: Date) => new Date(instant.getTime() - HOUR_MS)
const hourAfter = (instant: Date) => new Date(instant.getTime() + HOUR_MS)

function eventHours(day: Day, startsAt: ClockTime | null): ShiftTimes {
  const from = instantInParis(day, startsAt ?? usualEvent.from)
  return { startsAt: from, endsAt: new Date(from.getTime() + usualEvent.hours * HOUR_MS) }
}

function windowTimes({ day, window }: HandoverStop, otherwise: Date): ShiftTimes {
  if (!window) {
    const startsAt = dayInParis(otherwise) === day ? otherwise : instantInParis(day, "10:00")
    return { startsAt, endsAt: hourAfter(startsAt) }
  }
  const startsAt = instantInParis(day, window.from)
  const endsAt = instantInParis(day, window.to)
  return { startsAt, endsAt: endsAt > startsAt ? endsAt : hourAfter(startsAt) }
}

export function isSameTimes(one: ShiftTimes, other: ShiftTimes): boolean {
  return one.startsAt.getTime() === other.startsAt.getTime() && one.endsAt.getTime() === other.endsAt.getTime()
}

export function overlaps(one: ShiftTimes, other: ShiftTimes): boolean {
  return one.startsAt < other.endsAt && other.startsAt < one.endsAt
}

/** "samedi 12 juin, 14 h à 16 h"; the day is said once, as the board's people say it. */
export function shiftTimesLabel({ startsAt, endsAt }: ShiftTimes, today: Day): string {
  const from = hourInLabel(timeInParis(startsAt))
  const until = hourInLabel(timeInParis(endsAt))
  return `${dayRelativeTo(today, dayInParis(startsAt))}, ${from} à ${until}`
}

export function hoursOfShift({ startsAt, endsAt }: ShiftTimes): number {
  return (endsAt.getTime() - startsAt.getTime()) / HOUR_MS
}
