import type { BookingAddress } from "../booking/booking.ts"
import type { Cents } from "../money.ts"
import type { Rental } from "../rental/rental.ts"

/** What a change of a booking can change, as a version of the contract found it: a change that nobody signs is taken back to it (D59). */
export type BookedState = Omit<Rental, "productName"> & {
  /** That of this shape. */
  version: 1
  photoPackPrice: Cents
  photoPackQuantity: number
  isDelivery: boolean
  address: BookingAddress
  /** Round trip, in kilometres. */
  distance: number
  distanceToConfirm: boolean
  deliveryFee: Cents
}
