import { type Cents, roundHalfAway } from "../money.ts"
import type { In } from "../unit.ts"

/** Of a round trip, where nothing else is said. */
export type Kilometres = In<"kilometres">

export type Point = { lat: number; lng: number }

/** The owner's delivery rule (finance settings, D11). Distances are round trips, in whole kilometres. */
export type DeliveryRule = {
  feePerKm: Cents
  /** Free when the round trip is at most this many kilometres. */
  freeThresholdKm: Kilometres
  /** Refused beyond this round trip; null: no limit. */
  maximumKm: Kilometres | null
}

export const defaultDeliveryRule: DeliveryRule = { feePerKm: 200, freeThresholdKm: 10, maximumKm: null }

export type DeliveryQuote =
  | { kind: "quoted"; distanceKm: Kilometres; fee: Cents }
  /** The address could not be placed: the distance is 0 until the administrator enters it. */
  | { kind: "to-confirm"; distanceKm: 0; fee: 0 }
  | { kind: "too-far"; distanceKm: Kilometres; maximumKm: Kilometres }

const EARTH_RADIUS_KM = 6371

/** Great-circle distance in kilometres (haversine, R = 6371). */
export function greatCircleKm(from: Point, to: Point): number {
  const rad = (degrees: number) => (degrees * Math.PI) / 180
  const dLat = rad(to.lat - from.lat)
  const dLng = rad(to.lng - from.lng)
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(rad(from.lat)) * Math.cos(rad(to.lat)) * Math.sin(dLng / 2) ** 2
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** Round trip between the warehouse and the customer, rounded to the kilometre (specification, section 9). */
export function roundTripKm(warehouse: Point, customer: Point): number {
  return roundHalfAway(2 * greatCircleKm(warehouse, customer))
}

/** The fee for a round trip: free up to the threshold, else rounded to the euro (D11). */
export function deliveryFee(distanceKm: Kilometres, rule: DeliveryRule): Cents {
  if (distanceKm <= rule.freeThresholdKm) return 0
  return roundHalfAway((rule.feePerKm * distanceKm) / 100) * 100
}

export function quoteDelivery(distanceKm: Kilometres | null, rule: DeliveryRule): DeliveryQuote {
  if (distanceKm === null) return { kind: "to-confirm", distanceKm: 0, fee: 0 }
  if (rule.maximumKm !== null && distanceKm > rule.maximumKm)
    return { kind: "too-far", distanceKm, maximumKm: rule.maximumKm }
  return { kind: "quoted", distanceKm, fee: deliveryFee(distanceKm, rule) }
}
