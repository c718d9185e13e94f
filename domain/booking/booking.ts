import type { Cents } from "../money.ts"
import type { PricedChoice, ProductTariff } from "../pricing/price.ts"
import { type Rental, numberOfDays } from "../rental/rental.ts"

export type PostalAddress = { street: string; zipCode: string; city: string }

/** The event's place. */
export type BookingAddress = PostalAddress & { placeName?: string; instructions: string }

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

export function addressLine(address: PostalAddress): string {
  return [address.street, `${address.zipCode} ${address.city}`.trim()].filter(Boolean).join(", ")
}

export function placeLine(address: PostalAddress & { placeName?: string }): string {
  return [address.placeName, addressLine(address)].filter(Boolean).join(", ")
}

/** An unnamed place has no `placeName`, as in the bookings made before places had names. */
export function namePlace(address: BookingAddress, placeName: string | null | undefined): BookingAddress {
  const { placeName: _previous, ...unnamed } = address
  return placeName ? { ...unnamed, placeName } : unnamed
}
