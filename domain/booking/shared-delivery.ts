import type { BookingAddress } from "./booking.ts"
import { type StoredPrice, sharedDeliveryIn } from "../pricing/stored-price.ts"
import { type RentalPeriod, isSamePeriod } from "../rental/rental.ts"

/** Decides which bookings of an order share one delivery (D48). */
export type DeliveryFacts = RentalPeriod & {
  isDelivery: boolean
  address: BookingAddress
  priceLines: StoredPrice
}

export function isSameDelivery(one: DeliveryFacts, other: DeliveryFacts): boolean {
  return (
    one.isDelivery &&
    other.isDelivery &&
    isSamePeriod(one, other) &&
    deliveryPlace(one.address) === deliveryPlace(other.address)
  )
}

export function deliveryPlace({ street, zipCode, city }: BookingAddress): string {
  return [street, zipCode, city].join("\n")
}

export function isDeliveryChargedElsewhere({ priceLines }: Pick<DeliveryFacts, "priceLines">): boolean {
  return sharedDeliveryIn(priceLines)?.counted === false
}

export function isDeliveryUncharged(booking: DeliveryFacts, others: readonly DeliveryFacts[]): boolean {
  return (
    booking.isDelivery &&
    isDeliveryChargedElsewhere(booking) &&
    !others.some((other) => isSameDelivery(booking, other) && !isDeliveryChargedElsewhere(other))
  )
}
