import type { PricedRental, ProductTariff } from "../pricing/price.ts"
import { type Tariff, rulesForRental } from "../pricing/price-rule.ts"
import { type Rental, numberOfDays, rentalDays } from "../rental/rental.ts"

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

/** Without a tariff, by its plan alone. */
export function toPricedRental(rental: Rental, tariff: Tariff | null): PricedRental {
  const { position, productId, plan, options, photoPacks } = rental
  return {
    position,
    product: agreedTariff(rental),
    days: numberOfDays(rental),
    plan,
    rules: tariff ? rulesForRental(tariff, { productId, plan, days: rentalDays(rental) }) : [],
    options: options.items,
    photoPacks,
  }
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
