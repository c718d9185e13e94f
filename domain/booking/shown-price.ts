import type { DeliveryQuote } from "../delivery/delivery.ts"
import type { Cents } from "../money.ts"
import type { StoredPrice } from "../pricing/stored-price.ts"
import type { Rental } from "../rental/rental.ts"
import type { BookingAddress } from "./booking.ts"

/** D66. */
export const HONOURED_DAYS = 7

/** One booking of the shown price; its address is a postcode and a town. */
export type ShownRow = {
  rentals: Rental[]
  priceLines: StoredPrice
  total: Cents
  isDelivery: boolean
  address: BookingAddress
  deliveryFee: Cents
}

export type ShownDelivery = { quote: DeliveryQuote; place: string; town: string | null }
