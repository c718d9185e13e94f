import type { PricedRental, ProductTariff } from "../pricing/price.ts"
import { type Rental, numberOfDays } from "../rental/rental.ts"

export type PostalAddress = { street: string; zipCode: string; city: string }

/** The event's place. */
export type BookingAddress = PostalAddress & { placeName?: string; instructions: string }

export const noAddress: BookingAddress = { street: "", zipCode: "", city: "", instructions: "" }

export type StoredAddress = { address: BookingAddress; from: "account" | "booking" }

export function agreedTariff({
  productName,
  dailyPrice,
  photoPackPrice,
  photoPackQuantity,
}: Pick<Rental, "productName" | "dailyPrice" | "photoPackPrice" | "photoPackQuantity">): ProductTariff {
  return { name: productName, dailyPrice, photoPackPrice, photoPackQuantity }
}

export function toPricedRental(rental: Rental): PricedRental {
  const { position, plan, options, photoPacks } = rental
  const product = agreedTariff(rental)
  return { position, product, days: numberOfDays(rental), plan, options: options.items, photoPacks }
}

export function isSamePlace(one: PostalAddress, other: PostalAddress): boolean {
  return one.street === other.street && one.zipCode === other.zipCode && one.city === other.city
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
