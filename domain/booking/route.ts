import type { Kilometres } from "../delivery/delivery.ts"
import { type BookingId, isId } from "../id.ts"
import type { ClockTime } from "./hours.ts"

/** The two halves of a rental: the equipment goes out, and it comes back. */
export const legs = ["out", "back"] as const
export type Leg = (typeof legs)[number]

/** A half of a booking on the day on which it happens. */
export type StopId = `${BookingId}:${Leg}`

export function stopId(bookingId: BookingId, leg: Leg): StopId {
  return `${bookingId}:${leg}`
}

/** What a form says to mean a stop. */
export function isStopId(text: string): text is StopId {
  return legs.some((leg) => text.endsWith(`:${leg}`) && isId(text.slice(0, -leg.length - 1)))
}

export type Stop = {
  id: StopId
  number: number
  /** Since when somebody waits; null while no hour is agreed. */
  from: ClockTime | null
  /** There and back; 0 at the depot. */
  distance: Kilometres
  /** Where the owner has put it in the day, from 0; null while they have not. */
  position: number | null
}

/** A day as it is driven: as the owner has put it; what they have not placed comes after, by its hour, else the nearest first. */
export function inRouteOrder<Some extends Stop>(stops: readonly Some[]): Some[] {
  return stops.toSorted(
    (one, other) =>
      (one.position ?? Infinity) - (other.position ?? Infinity) ||
      compareTexts(one.from ?? LATEST, other.from ?? LATEST) ||
      byDistance(one, other),
  )
}

/** From the depot outwards. */
export function suggestedOrder<Some extends Stop>(stops: readonly Some[]): Some[] {
  return stops.toSorted(byDistance)
}

const LATEST = "99:99"

function byDistance(one: Stop, other: Stop): number {
  return one.distance - other.distance || one.number - other.number || compareTexts(other.id, one.id)
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/** The owner puts the stops of a day in the order in which they drive. */
export type RouteAct = { action: "route.ordered"; details: { stops: readonly number[] } }

/** What it is done to: a day, by its date. */
export const routeSubjects = { "route.ordered": "route" } as const satisfies Record<RouteAct["action"], string>
