import type { BookingAddress } from "../../../domain/booking/booking.ts"

/** Name and value of each of its fields: the server gave it back, and gets it with the sign-in. */
export function carriedFields(address: BookingAddress | null): [string, string][] {
  if (!address) return []
  const { street, zipCode, city, instructions } = address
  return Object.entries({ street, zipCode, city, instructions }).map(([name, value]) => [
    `adresse-gardee.${name}`,
    value,
  ])
}
