import { type BookingAddress, placeLine } from "./booking.ts"
import type { Day } from "../day.ts"
import type { Cents } from "../money.ts"
import { type Rental, namesOfRentals, periodOfRentals, rentalDays } from "../rental/rental.ts"

export type SummarizedBooking = {
  rentals: readonly Rental[]
  isDelivery: boolean
  address: BookingAddress
  distance: number
  deliveryFee: Cents
  total: Cents
}

type FactParts = {
  products?: string
  dates?: readonly Day[]
  options?: readonly string[]
  distanceKm?: number
  deliveryFee?: Cents
  total?: Cents
}
type PlacePart = { place?: string }

export type ChangeSummary = {
  details: { before: FactParts; after: FactParts }
  personal?: { before: PlacePart; after: PlacePart }
}

export function summarizeChange(before: SummarizedBooking, after: SummarizedBooking): ChangeSummary {
  const [factsBefore, factsAfter] = [toFacts(before), toFacts(after)]
  const names = (Object.keys(factsAfter) as (keyof FactParts)[]).filter(
    (name) => JSON.stringify(factsBefore[name]) !== JSON.stringify(factsAfter[name]),
  )
  const pickChanged = (parts: FactParts): FactParts => Object.fromEntries(names.map((name) => [name, parts[name]]))
  const details = { before: pickChanged(factsBefore), after: pickChanged(factsAfter) }
  const [from, to] = [handoverLabel(before), handoverLabel(after)]
  return from === to ? { details } : { details, personal: { before: { place: from }, after: { place: to } } }
}

function toFacts(booking: SummarizedBooking): Required<FactParts> {
  const { rentals, isDelivery, distance, deliveryFee, total } = booking
  return {
    products: namesOfRentals(rentals),
    dates: rentalDays(periodOfRentals(rentals)),
    options: rentals.flatMap(optionNames),
    distanceKm: isDelivery ? distance : 0,
    deliveryFee: isDelivery ? deliveryFee : 0,
    total,
  }
}

function optionNames({ options, photoPacks }: Rental): string[] {
  const chosen = options.items.map(({ name, quantity }) => withQuantity(quantity, name))
  return photoPacks > 0 ? [...chosen, withQuantity(photoPacks, "Pack photo")] : chosen
}

function withQuantity(quantity: number, name: string): string {
  return `${quantity}\u00a0× ${name}`
}

function handoverLabel({ isDelivery, address }: SummarizedBooking): string {
  const instructions = address.instructions === "" ? "" : ` (${address.instructions})`
  return `${isDelivery ? "Livraison" : "Retrait"}\u00a0: ${placeLine(address)}${instructions}`
}
