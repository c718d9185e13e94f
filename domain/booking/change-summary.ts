import { type BookingAddress, addressLine } from "./booking.ts"
import type { Day } from "../day.ts"
import type { Cents } from "../money.ts"
import { type Rental, rentalDays } from "../rental/rental.ts"

/** What the summary of a change is made of. `distance` is the round trip in kilometres. */
export type SummarizedBooking = Omit<Rental, "productName"> & {
  isDelivery: boolean
  address: BookingAddress
  distance: number
  deliveryFee: Cents
  total: Cents
}

/** A booking's parts under the names of the record of acts; options in words, so that they last. */
type FactParts = {
  dates?: readonly Day[]
  options?: readonly string[]
  distanceKm?: number
  deliveryFee?: Cents
  total?: Cents
}
/** Where the party is, in words: the part that can be erased. */
type PlacePart = { place?: string }

/** The parts of a booking that a change made different, as they were and as they are. */
export type ChangeSummary = {
  details: { before: FactParts; after: FactParts }
  personal?: { before: PlacePart; after: PlacePart }
}

export function summarizeChange(before: SummarizedBooking, after: SummarizedBooking): ChangeSummary {
  const [was, is] = [factsOf(before), factsOf(after)]
  const names = (Object.keys(is) as (keyof FactParts)[]).filter(
    (name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]),
  )
  const only = (parts: FactParts): FactParts => Object.fromEntries(names.map((name) => [name, parts[name]]))
  const details = { before: only(was), after: only(is) }
  const [from, to] = [placeOf(before), placeOf(after)]
  return from === to ? { details } : { details, personal: { before: { place: from }, after: { place: to } } }
}

function factsOf(booking: SummarizedBooking): Required<FactParts> {
  const { options, photoPacks, isDelivery, distance, deliveryFee, total } = booking
  const chosen = options.items.map(({ name, quantity }) => counted(quantity, name))
  return {
    dates: rentalDays(booking),
    options: photoPacks > 0 ? [...chosen, counted(photoPacks, "Pack photo")] : chosen,
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
function placeOf({ isDelivery, address }: SummarizedBooking): string {
  const instructions = address.instructions === "" ? "" : ` (${address.instructions})`
  return `${isDelivery ? "Livraison" : "Retrait"}\u00a0: ${addressLine(address)}${instructions}`
}
