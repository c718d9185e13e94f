import type { BookingAddress } from "./booking.ts"
import { type StoredPrice, sharedDeliveryIn } from "../pricing/stored-price.ts"
import { type RentalPeriod, isSamePeriod } from "../rental/rental.ts"

/** What of a booking decides which others of its order it travels with (D48). */
export type Travelling = RentalPeriod & {
  isDelivery: boolean
  address: BookingAddress
  priceLines: StoredPrice
}

/** Whether two bookings of one order are one delivery: both are brought, on the same days, to the same place. */
export function travelTogether(one: Travelling, other: Travelling): boolean {
  return (
    one.isDelivery && other.isDelivery && isSamePeriod(one, other) && placeOf(one.address) === placeOf(other.address)
  )
}

/** Where somebody drives to; how to find the door is none of it. */
export function placeOf({ street, zipCode, city }: BookingAddress): string {
  return [street, zipCode, city].join("\n")
}

/** Whether its delivery is counted with another booking, and free here. */
export function isCountedElsewhere({ priceLines }: Pick<Travelling, "priceLines">): boolean {
  return sharedDeliveryIn(priceLines)?.counted === false
}

/** Whether a booking's delivery is counted with another that does not travel with it any more: then nobody pays it. */
export function isCountedNowhere(booking: Travelling, others: readonly Travelling[]): boolean {
  return (
    booking.isDelivery &&
    isCountedElsewhere(booking) &&
    !others.some((other) => travelTogether(booking, other) && !isCountedElsewhere(other))
  )
}
