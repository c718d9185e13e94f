import type { Cents } from "../money.ts"
import type { BookedOption, PricedChoice } from "../pricing/price.ts"

/**
 * How many requests of one customer may wait for an answer at once. Each of them blocks days: more than this is no
 * customer, or one who does better to write. Answered requests do not count, nor those whose time has run out.
 */
export const MOST_OPEN_REQUESTS = 20

/** As section 3 of the specification stores it. */
export type BookingAddress = { street: string; zipCode: string; city: string; instructions: string }

/** A booking's options, as they were priced: `total` for all days (D15). */
export type StoredOptions = { items: BookedOption[]; total: Cents }

/** The columns of a booking that its price was made of. */
export type BookingPriceSnapshot = {
  productName: string
  dailyPrice: Cents
  dates: readonly string[]
  options: StoredOptions
  photoPacks: number
  photoPackPrice: Cents
  photoPackQuantity: number
  isDelivery: boolean
  deliveryFee: Cents
}

/** What priceOf needs to write a booking's lines again, from the snapshot and never from today's catalogue. */
export function pricedChoiceOf(booking: BookingPriceSnapshot): PricedChoice {
  return {
    product: {
      name: booking.productName,
      dailyPrice: booking.dailyPrice,
      photoPackPrice: booking.photoPackPrice,
      photoPackQuantity: booking.photoPackQuantity,
    },
    days: booking.dates.length,
    options: booking.options.items,
    photoPacks: booking.photoPacks,
    deliveryFee: booking.isDelivery ? booking.deliveryFee : null,
  }
}

/** "12 quai de la Marne, 94340 Joinville-le-Pont" */
export function addressLine(address: { street: string; zipCode: string; city: string }): string {
  return [address.street, `${address.zipCode} ${address.city}`.trim()].filter(Boolean).join(", ")
}
