import type { BookingAddress, PostalAddress } from "../booking/booking.ts"
import type { Cents } from "../money.ts"
import type { Rental } from "../rental/rental.ts"

/** An unsigned change reverts to this (D59). */
export type BookedState = Omit<Rental, "productName"> & {
  version: 1
  photoPackPrice: Cents
  photoPackQuantity: number
  isDelivery: boolean
  address: BookingAddress
  distance: number
  distanceToConfirm: boolean
  deliveryFee: Cents
  /** As the text names it (D70); null when the home was unknown, absent in texts from before homes were asked. */
  clientAddress?: PostalAddress | null
}
