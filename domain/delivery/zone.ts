import type { Id } from "../id.ts"
import type { Cents } from "../money.ts"
import type { Kilometres } from "./delivery.ts"

/** In the order in which they are asked. */
export const zoneKinds = ["postcode", "department", "ring"] as const
export type ZoneKind = (typeof zoneKinds)[number]

type ZoneTerms = { id: Id; name: string; fee: Cents }

export type DeliveryZone = ZoneTerms &
  (
    | { kind: "postcode"; postcodes: readonly string[] }
    | { kind: "department"; departments: readonly string[] }
    /** Round trips, both ends included. */
    | { kind: "ring"; fromKm: Kilometres; toKm: Kilometres }
  )

type Typed<Zone> = Zone extends DeliveryZone ? Omit<Zone, "id"> : never

/** A zone as its owner types it. */
export type ZoneFields = Typed<DeliveryZone>

/** The oldest zone of a kind holds; without one, the distance rule does (D11). */
export function findZone(
  zones: readonly DeliveryZone[],
  place: { zipCode: string; distanceKm: Kilometres },
): DeliveryZone | null {
  const holding = zones.filter((zone) => holds(zone, place))
  return zoneKinds.flatMap((kind) => holding.filter((zone) => zone.kind === kind))[0] ?? null
}

function holds(zone: DeliveryZone, { zipCode, distanceKm }: { zipCode: string; distanceKm: Kilometres }): boolean {
  switch (zone.kind) {
    case "postcode":
      return zone.postcodes.includes(zipCode.trim())
    case "department":
      return zone.departments.includes(departmentOf(zipCode))
    case "ring":
      return distanceKm >= zone.fromKm && distanceKm <= zone.toKm
  }
}

/** "77", "974"; Corsica is "2A" up to 20199, then "2B". */
function departmentOf(zipCode: string): string {
  const code = zipCode.trim()
  if (code.startsWith("20")) return code < "20200" ? "2A" : "2B"
  return code.startsWith("97") ? code.slice(0, 3) : code.slice(0, 2)
}

/** Each list is sorted, without doubles; null when one entry cannot be read. */
export function readCodes(kind: "postcode" | "department", text: string): string[] | null {
  const codes = text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
  const pattern = kind === "postcode" ? /^\d{5}$/ : /^(\d{2}|2A|2B|97\d)$/
  const isValid = codes.length > 0 && codes.length <= 500 && codes.every((code) => pattern.test(code))
  return isValid ? [...new Set(codes)].sort() : null
}
