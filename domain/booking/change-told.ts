import { type BookingAddress, type StoredOptions, addressLine } from "./booking.ts"
import type { Cents } from "../money.ts"

/** What a change of a booking is told by. `distance` is the round trip in kilometres. */
type ToldBooking = {
  dates: readonly string[]
  options: StoredOptions
  photoPacks: number
  isDelivery: boolean
  address: BookingAddress
  distance: number
  deliveryFee: Cents
  total: Cents
}

/** A booking's parts under the names of the record of acts: options and place in words, so that they last. */
export type ToldParts = {
  dates?: readonly string[]
  options?: string[]
  place?: string
  distanceKm?: number
  deliveryFee?: Cents
  total?: Cents
}

/** The parts of a booking that a change made different, as they were and as they are. */
export function toldChange(before: ToldBooking, after: ToldBooking): { before: ToldParts; after: ToldParts } {
  const [was, is] = [partsOf(before), partsOf(after)]
  const same = (name: keyof ToldParts) => JSON.stringify(was[name]) === JSON.stringify(is[name])
  const different = (Object.keys(is) as (keyof ToldParts)[]).filter((name) => !same(name))
  const only = (parts: ToldParts): ToldParts => Object.fromEntries(different.map((name) => [name, parts[name]]))
  return { before: only(was), after: only(is) }
}

function partsOf({
  dates,
  options,
  photoPacks,
  isDelivery,
  address,
  distance,
  deliveryFee,
  total,
}: ToldBooking): Required<ToldParts> {
  const chosen = options.items.map(({ name, quantity }) => counted(quantity, name))
  return {
    dates,
    options: photoPacks > 0 ? [...chosen, counted(photoPacks, "Pack photo")] : chosen,
    place: placeOf(isDelivery, address),
    distanceKm: isDelivery ? distance : 0,
    deliveryFee: isDelivery ? deliveryFee : 0,
    total,
  }
}

/** "2 × Décor" */
function counted(quantity: number, name: string): string {
  return `${quantity}\u00a0× ${name}`
}

/** "Livraison : 12 quai de la Marne, 94340 Joinville-le-Pont (code 12B)" */
function placeOf(isDelivery: boolean, address: BookingAddress): string {
  const instructions = address.instructions === "" ? "" : ` (${address.instructions})`
  return `${isDelivery ? "Livraison" : "Retrait"}\u00a0: ${addressLine(address)}${instructions}`
}
