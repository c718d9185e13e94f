import {
  type AddressPrecision,
  type DeliveryQuote,
  type UnknownDistance,
  isReachedByRoad,
  quoteDelivery,
  roundTripKm,
} from "../../domain/delivery/delivery.ts"
import { type FinanceSettings, deliveryRuleOf, readFinanceSettings, warehouseOf } from "../shop/settings/queries.ts"
import { geocoder } from "../platform/geocoding/current.server.ts"
import { townsOfPostcode } from "../platform/geocoding/towns-of-postcode.ts"
import { log } from "../platform/log.ts"

export type AddressToReach = { street: string; zipCode: string; city: string }

/** With how exactly the address is known; null when it was not asked, because the owner had measured (D46). */
export type AddressQuote = DeliveryQuote & { precision: AddressPrecision | null }

/**
 * Distance and fee for an address by the owner's rule (D11). An address that cannot be placed, for whatever reason,
 * or that no road leads to, gives a distance of 0 to be confirmed: never an error for the visitor. `knownKm` is a round trip that the owner has
 * measured: the address is then not asked. `known` are the settings of a caller who has just read them.
 */
export async function quoteForAddress(
  address: AddressToReach,
  knownKm: number | null = null,
  known?: FinanceSettings,
): Promise<AddressQuote> {
  const settings = known ?? (await readFinanceSettings())
  const rule = deliveryRuleOf(settings)
  if (knownKm !== null) return { ...quoteDelivery(knownKm, rule), precision: null }
  const toConfirm = (precision: UnknownDistance): AddressQuote => ({ ...quoteDelivery(null, rule), precision })
  const warehouse = warehouseOf(settings)
  if (!warehouse) return toConfirm("no-depot")
  const located = await locate(address)
  if (!located) return toConfirm((await contradictsItself(address)) ? "contradictory" : "not-found")
  if (!isReachedByRoad(warehouse, located, { corsica: settings.deliversToCorsica })) return toConfirm("no-road")
  const { precision, centre } = located
  const quote = quoteDelivery(roundTripKm(warehouse, located), rule)
  // A postcode of several towns names none of them (D46).
  const towns = isPostcodeAlone(address) ? (await townsOfPostcode(address.zipCode)).length : 0
  if (towns > 1) return { ...quote, precision, ...(quote.kind === "to-confirm" ? {} : { towns }) }
  return { ...quote, precision, ...(centre === null ? {} : { centre }) }
}

function isPostcodeAlone({ street, zipCode, city }: AddressToReach): boolean {
  return street.trim() === "" && city.trim() === "" && zipCode.trim() !== ""
}

/** What a delivery costs, and where it goes: the postcode, with the town as the map calls it, else as it was typed. */
export type DeliveryTo = { quote: AddressQuote; place: string; town: string | null }

/** Null while there is no postcode. */
export async function deliveryTo(address: AddressToReach): Promise<DeliveryTo | null> {
  if (address.zipCode === "") return null
  const quote = await quoteForAddress(address)
  const centre = quote.kind === "to-confirm" ? null : (quote.centre ?? null)
  return { quote, place: address.zipCode, town: centre ?? (address.city.trim() || null) }
}

/** Of an address that cannot be placed: there is such a postcode, and the town is not one of its own. */
async function contradictsItself({ zipCode, city }: AddressToReach): Promise<boolean> {
  if (zipCode.trim() === "" || city.trim() === "") return false
  const [both, postcode] = [
    { street: "", zipCode, city },
    { street: "", zipCode, city: "" },
  ]
  return (await locate(both)) === null && (await locate(postcode)) !== null
}

async function locate(address: AddressToReach) {
  try {
    return await geocoder().locate(address)
  } catch (error) {
    log.warn("Address could not be located", { error })
    return null
  }
}
