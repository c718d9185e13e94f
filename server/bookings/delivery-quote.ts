import type { PostalAddress } from "../../domain/booking/booking.ts"
import {
  type AddressPrecision,
  type DeliveryQuote,
  type UnknownDistance,
  isReachedByRoad,
  quoteDelivery,
  roundTripKm,
} from "../../domain/delivery/delivery.ts"
import { findZone } from "../../domain/delivery/zone.ts"
import { toDeliveryRule, readFinanceSettings, warehousePoint } from "../shop/settings/queries.ts"
import { listDeliveryZones } from "../shop/settings/delivery-zones.ts"
import { geocoder } from "../platform/geocoding/current.server.ts"
import { findTownsByPostcode } from "../platform/geocoding/towns-of-postcode.ts"
import { log } from "../platform/log.ts"

/** null when the owner has measured the distance (D46). */
export type AddressQuote = DeliveryQuote & { precision: AddressPrecision | null }

/** Never fails: an address that cannot be placed gets 0 km to be confirmed (D11). `measuredKm` is a round trip. */
export async function quoteForAddress(address: PostalAddress, measuredKm: number | null = null): Promise<AddressQuote> {
  const settings = await readFinanceSettings()
  const rule = toDeliveryRule(settings)
  const zones = await listDeliveryZones()
  const quoteAt = (distanceKm: number) =>
    quoteDelivery(distanceKm, rule, findZone(zones, { zipCode: address.zipCode, distanceKm }))
  if (measuredKm !== null) return { ...quoteAt(measuredKm), precision: null }
  const toConfirm = (precision: UnknownDistance): AddressQuote => ({ ...quoteDelivery(null, rule), precision })
  const warehouse = warehousePoint(settings)
  if (!warehouse) return toConfirm("no-depot")
  const located = await locate(address)
  if (!located) return toConfirm((await isContradictory(address)) ? "contradictory" : "not-found")
  if (!isReachedByRoad(warehouse, located, { corsica: settings.deliversToCorsica })) return toConfirm("no-road")
  const { precision, centre } = located
  const quote = quoteAt(roundTripKm(warehouse, located))
  // Shared postcodes name no town (D46).
  const towns = isPostcodeAlone(address) ? (await findTownsByPostcode(address.zipCode)).length : 0
  if (towns > 1) return { ...quote, precision, ...(quote.kind === "to-confirm" ? {} : { towns }) }
  return { ...quote, precision, ...(centre === null ? {} : { centre }) }
}

function isPostcodeAlone({ street, zipCode, city }: PostalAddress): boolean {
  return street.trim() === "" && city.trim() === "" && zipCode.trim() !== ""
}

export type DeliveryEstimate = { quote: AddressQuote; place: string; town: string | null }

export async function estimateDelivery(address: PostalAddress): Promise<DeliveryEstimate | null> {
  if (address.zipCode === "") return null
  const quote = await quoteForAddress(address)
  const centre = quote.kind === "to-confirm" ? null : (quote.centre ?? null)
  return { quote, place: address.zipCode, town: centre ?? (address.city.trim() || null) }
}

async function isContradictory({ zipCode, city }: PostalAddress): Promise<boolean> {
  if (zipCode.trim() === "" || city.trim() === "") return false
  const [both, postcode] = [
    { street: "", zipCode, city },
    { street: "", zipCode, city: "" },
  ]
  return (await locate(both)) === null && (await locate(postcode)) !== null
}

async function locate(address: PostalAddress) {
  try {
    return await geocoder().locate(address)
  } catch (error) {
    log.warn("Address could not be located", { error })
    return null
  }
}
