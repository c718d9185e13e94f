import { type Cents, roundHalfAway } from "../money.ts"
import type { In } from "../unit.ts"

/** Round trips unless stated otherwise. */
export type Kilometres = In<"kilometres">

export type Point = { lat: number; lng: number }

export type DeliveryRule = {
  feePerKm: Cents
  freeThresholdKm: Kilometres
  maximumKm: Kilometres | null
}

export const defaultDeliveryRule: DeliveryRule = { feePerKm: 200, freeThresholdKm: 10, maximumKm: null }

export type PlacePrecision = "exact" | "street" | "commune"

/** `unknown` predates recorded reasons. */
export const unknownDistances = ["no-depot", "not-found", "contradictory", "no-road", "unknown"] as const
export type UnknownDistance = (typeof unknownDistances)[number]

export type AddressPrecision = PlacePrecision | UnknownDistance

export function isUnknownDistance(precision: AddressPrecision): precision is UnknownDistance {
  return unknownDistances.some((each) => each === precision)
}

export type DeliveryQuote =
  | { kind: "quoted"; distanceKm: Kilometres; fee: Cents; zone?: string; centre?: string | null; towns?: number }
  | { kind: "to-confirm"; distanceKm: 0; fee: 0 }
  | { kind: "too-far"; distanceKm: Kilometres; maximumKm: Kilometres; centre?: string | null; towns?: number }

const EARTH_RADIUS_KM = 6371

export function greatCircleKm(from: Point, to: Point): number {
  const rad = (degrees: number) => (degrees * Math.PI) / 180
  const dLat = rad(to.lat - from.lat)
  const dLng = rad(to.lng - from.lng)
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(rad(from.lat)) * Math.cos(rad(to.lat)) * Math.sin(dLng / 2) ** 2
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)))
}

export function roundTripKm(warehouse: Point, customer: Point): number {
  return roundHalfAway(2 * greatCircleKm(warehouse, customer))
}

/** Rounded to the euro (D11). */
export function deliveryFee(distanceKm: Kilometres, rule: DeliveryRule): Cents {
  if (distanceKm <= rule.freeThresholdKm) return 0
  return roundHalfAway((rule.feePerKm * distanceKm) / 100) * 100
}

type Territory = { south: number; north: number; west: number; east: number }

const corsica: Territory = { south: 41.2, north: 43.2, west: 8.4, east: 9.8 }
const mainland: Territory = { south: 42.2, north: 51.3, west: -5.4, east: 8.4 }
const guadeloupe: Territory = { south: 15.7, north: 16.7, west: -62, east: -60.9 }
const martinique: Territory = { south: 14.2, north: 15, west: -61.4, east: -60.7 }
const guiana: Territory = { south: 2, north: 6, west: -54.8, east: -51.5 }
const reunion: Territory = { south: -21.5, north: -20.8, west: 55.1, east: 55.9 }
const mayotte: Territory = { south: -13.1, north: -12.5, west: 44.9, east: 45.4 }
/** Corsica comes first, because the mainland's box overlaps it. */
const territories = [corsica, mainland, guadeloupe, martinique, guiana, reunion, mayotte]

function territoryOf({ lat, lng }: Point): Territory | undefined {
  return territories.find(({ south, north, west, east }) => lat >= south && lat <= north && lng >= west && lng <= east)
}

/** A straight line across the sea must never become a price (D46). */
export function isReachedByRoad(from: Point, to: Point, options: { corsica: boolean }): boolean {
  const regionOf = (place: Point) => {
    const territory = territoryOf(place)
    return options.corsica && territory === corsica ? mainland : territory
  }
  const land = regionOf(from)
  return land !== undefined && land === regionOf(to)
}

/** A zone's flat fee goes before the rule by distance, and has no maximum. */
export function quoteDelivery(
  distanceKm: Kilometres | null,
  rule: DeliveryRule,
  zone: { name: string; fee: Cents } | null = null,
): DeliveryQuote {
  if (distanceKm === null) return { kind: "to-confirm", distanceKm: 0, fee: 0 }
  if (zone) return { kind: "quoted", distanceKm, fee: zone.fee, zone: zone.name }
  if (rule.maximumKm !== null && distanceKm > rule.maximumKm)
    return { kind: "too-far", distanceKm, maximumKm: rule.maximumKm }
  return { kind: "quoted", distanceKm, fee: deliveryFee(distanceKm, rule) }
}
