import type { Kilometres } from "../delivery/delivery.ts"
import { type BookingId, isId } from "../id.ts"
import type { ClockTime } from "../clock.ts"

export const legs = ["out", "back"] as const
export type Leg = (typeof legs)[number]

export type StopId = `${BookingId}:${Leg}`

export function stopId(bookingId: BookingId, leg: Leg): StopId {
  return `${bookingId}:${leg}`
}

export function isStopId(text: string): text is StopId {
  return legs.some((leg) => text.endsWith(`:${leg}`) && isId(text.slice(0, -leg.length - 1)))
}

export type Stop = {
  id: StopId
  number: number
  from: ClockTime | null
  distance: Kilometres
  position: number | null
}

export function sortByRoute<Some extends Stop>(stops: readonly Some[]): Some[] {
  return stops.toSorted(
    (one, other) =>
      (one.position ?? Infinity) - (other.position ?? Infinity) ||
      compareTexts(one.from ?? hourless(one), other.from ?? hourless(other)) ||
      compareDistance(one, other),
  )
}

export function orderByDistance<Some extends Stop>(stops: readonly Some[]): Some[] {
  return stops.toSorted(compareDistance)
}

/** Without an hour a rental ends in the evening, after the day's deliveries. */
const hourless = ({ id }: Stop) => (id.endsWith(":out") ? "98:00" : "99:00")

function compareDistance(one: Stop, other: Stop): number {
  return one.distance - other.distance || one.number - other.number || compareTexts(other.id, one.id)
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

export type RouteAct = { action: "route.ordered"; details: { stops: readonly number[] } }

export const routeSubjects = { "route.ordered": "route" } as const satisfies Record<RouteAct["action"], string>
