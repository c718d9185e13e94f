import { type DeliveryQuote, quoteDelivery, roundTripKm } from "../../domain/delivery/delivery.ts"
import { deliveryRuleOf, readFinanceSettings, warehouseOf } from "../finance/queries.ts"
import { geocoder } from "../geocoding/current.server.ts"
import { log } from "../log.ts"

export type AddressToReach = { street: string; zipCode: string; city: string }

/**
 * Distance and fee for an address by the owner's rule (D11). An address that cannot be placed, for whatever reason,
 * gives a distance of 0 to be confirmed: never an error for the visitor. `knownKm` is a round trip that the owner has
 * measured: the address is then not asked.
 */
export async function quoteForAddress(address: AddressToReach, knownKm: number | null = null): Promise<DeliveryQuote> {
  const settings = await readFinanceSettings()
  if (knownKm !== null) return quoteDelivery(knownKm, deliveryRuleOf(settings))
  const warehouse = warehouseOf(settings)
  const located = warehouse && (await locate(address))
  return quoteDelivery(warehouse && located ? roundTripKm(warehouse, located) : null, deliveryRuleOf(settings))
}

async function locate(address: AddressToReach) {
  try {
    return await geocoder().locate(address)
  } catch (error) {
    log.warn("Address could not be located", { error })
    return null
  }
}
