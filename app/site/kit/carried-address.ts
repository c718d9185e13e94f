import type { BookingAddress } from "../../../domain/booking/booking.ts"

export function carriedFields(address: BookingAddress | null): [string, string][] {
  if (!address) return []
  const { placeName = "", street, zipCode, city, instructions } = address
  return Object.entries({ placeName, street, zipCode, city, instructions }).map(([name, value]) => [
    `adresse-gardee.${name}`,
    value,
  ])
}
