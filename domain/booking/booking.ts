import type { Cents } from "../money.ts"
import type { PricedChoice, ProductTariff } from "../pricing/price.ts"
import { type Rental, numberOfDays } from "../rental/rental.ts"

/** As section 3 of the specification stores it. */
export type BookingAddress = { street: string; zipCode: string; city: string; instructions: string }

/** What a form for an address begins with. */
export const noAddress: BookingAddress = { street: "", zipCode: "", city: "", instructions: "" }

/** An address that an account is known by: the one that it keeps, or the one of its latest booking. */
export type KnownAddress = { address: BookingAddress; from: "account" | "booking" }

/** The columns of a booking that its price was made of. */
export type BookingPriceSnapshot = Rental & {
  dailyPrice: Cents
  photoPackPrice: Cents
  photoPackQuantity: number
  isDelivery: boolean
  deliveryFee: Cents
}

/** What a booking pays a day, as it was agreed: a change of it is priced with this, never with today's catalogue. */
export function tariffAgreed({
  productName,
  dailyPrice,
  photoPackPrice,
  photoPackQuantity,
}: Pick<BookingPriceSnapshot, "productName" | "dailyPrice" | "photoPackPrice" | "photoPackQuantity">): ProductTariff {
  return { name: productName, dailyPrice, photoPackPrice, photoPackQuantity }
}

/** What `priceOf` needs to price a booking when it is made; afterwards its stored lines say what it costs. */
export function pricedChoiceOf(booking: BookingPriceSnapshot): PricedChoice {
  return {
    product: tariffAgreed(booking),
    days: numberOfDays(booking),
    options: booking.options.items,
    photoPacks: booking.photoPacks,
    deliveryFee: booking.isDelivery ? booking.deliveryFee : null,
  }
}

/** "12 quai de la Marne, 94340 Joinville-le-Pont" */
export function addressLine(address: { street: string; zipCode: string; city: string }): string {
  return [address.street, `${address.zipCode} ${address.city}`.trim()].filter(Boolean).join(", ")
}
