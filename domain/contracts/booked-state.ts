import type { BookingAddress, StoredOptions } from "../booking/booking.ts"
import type { Day } from "../day.ts"
import type { Cents } from "../money.ts"

/** What a change of a booking can change, as a version of the contract found it: a change that nobody signs is taken back to it (D59). */
export type BookedState = {
  /** That of this shape. */
  version: 1
  dates: readonly Day[]
  options: StoredOptions
  photoPacks: number
  photoPackPrice: Cents
  photoPackQuantity: number
  isDelivery: boolean
  address: BookingAddress
  /** Round trip, in kilometres. */
  distance: number
  distanceToConfirm: boolean
  deliveryFee: Cents
}
