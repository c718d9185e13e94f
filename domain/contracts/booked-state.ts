import type { BookingAddress, PostalAddress } from "../booking/booking.ts"
import type { Cents } from "../money.ts"
import type { Rental } from "../rental/rental.ts"

/** An unsigned change reverts to this (D59). */
export type BookedState = {
  version: 2
  rentals: readonly Rental[]
  isDelivery: boolean
  address: BookingAddress
  distance: number
  distanceToConfirm: boolean
  deliveryFee: Cents
  /** The address in the text (D70): null while the home was unknown, absent in older texts. */
  clientAddress?: PostalAddress | null
}
