import type { Cents } from "../money.ts"
import type { PricedChoice, ProductTariff } from "../pricing/price.ts"
import { type Rental, numberOfDays } from "../rental/rental.ts"

export type BookingAddress = { street: string; zipCode: string; city: string; instructions: string }

export const noAddress: BookingAddress = { street: "", zipCode: "", city: "", instructions: "" }

export type StoredAddress = { address: BookingAddress; from: "account" | "booking" }

export type BookingPriceSnapshot = Rental & {
  dailyPrice: Cents
  photoPackPrice: Cents
  photoPackQuantity: number
  isDelivery: boolean
  deliveryFee: Cents
}

export function agreedTariff({
  productName,
  dailyPrice,
  photoPackPrice,
  photoPackQuantity,
}: Pick<BookingPriceSnapshot, "productName" | "dailyPrice" | "photoPackPrice" | "photoPackQuantity">): ProductTariff {
  return { name: productName, dailyPrice, photoPackPrice, photoPackQuantity }
}

/** For pricing a new booking only; afterwards its stored lines count. */
export function toPricedChoice(booking: BookingPriceSnapshot): PricedChoice {
  return {
    product: agreedTariff(booking),
    days: numberOfDays(booking),
    options: booking.options.items,
    photoPacks: booking.photoPacks,
    deliveryFee: booking.isDelivery ? booking.deliveryFee : null,
  }
}

export function addressLine(address: { street: string; zipCode: string; city: string }): string {
  return [address.street, `${address.zipCode} ${address.city}`.trim()].filter(Boolean).join(", ")
}
