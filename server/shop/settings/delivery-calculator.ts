import {
  type DeliveryQuote,
  type DeliveryRule,
  isReachedByRoad,
  quoteDelivery,
  roundTripKm,
} from "../../../domain/delivery/delivery.ts"
import { findZone } from "../../../domain/delivery/zone.ts"
import { geocoder } from "../../platform/geocoding/current.server.ts"
import type { PostalAddress } from "../../../domain/booking/booking.ts"
import type { LocatedAddress } from "../../platform/geocoding/geocoder.ts"
import { listDeliveryZones } from "./delivery-zones.ts"
import { toDeliveryRule, readFinanceSettings, warehousePoint } from "./queries.ts"

type CalculatedDelivery =
  | { kind: "no-warehouse" }
  | { kind: "not-found" }
  | {
      kind: "calculated"
      place: Pick<LocatedAddress, "label" | "precision">
      quote: Exclude<DeliveryQuote, { kind: "to-confirm" }>
      rule: DeliveryRule
    }

/** Uses the stored settings (D11). */
export async function calculateDelivery(address: PostalAddress): Promise<CalculatedDelivery> {
  const settings = await readFinanceSettings()
  const [warehouse, rule] = [warehousePoint(settings), toDeliveryRule(settings)]
  if (!warehouse) return { kind: "no-warehouse" }
  const located = await geocoder().locate(address)
  if (!located || !isReachedByRoad(warehouse, located, { corsica: settings.deliversToCorsica }))
    return { kind: "not-found" }
  const distanceKm = roundTripKm(warehouse, located)
  const zone = findZone(await listDeliveryZones(), { zipCode: address.zipCode, distanceKm })
  const quote = quoteDelivery(distanceKm, rule, zone)
  if (quote.kind === "to-confirm") throw new Error("A distance was given")
  return { kind: "calculated", place: { label: located.label, precision: located.precision }, quote, rule }
}
