import { type Point, greatCircleKm, isReachedByRoad } from "./delivery.ts"

const ROAD_PER_STRAIGHT_LINE = 1.3
const KM_PER_HOUR = 45
const ROUNDED_TO_MS = 5 * 60_000

/** null across the sea. */
export function travelMinutes(from: Point, to: Point): number | null {
  if (!isReachedByRoad(from, to, { corsica: true })) return null
  return ((greatCircleKm(from, to) * ROAD_PER_STRAIGHT_LINE) / KM_PER_HOUR) * 60
}

/** Rounded up to five minutes: nobody minds who comes early. */
export function arrivalAfter(departure: Date, minutes: number): Date {
  const exact = departure.getTime() + Math.max(1, minutes) * 60_000
  return new Date(Math.ceil(exact / ROUNDED_TO_MS) * ROUNDED_TO_MS)
}
