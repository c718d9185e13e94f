import { type BookingAddress, addressLine } from "../../../../domain/booking/booking.ts"

/** The way to an address: opens the telephone's own map, or the map's site. */
export function directionsHref(address: BookingAddress): string {
  const asked = new URLSearchParams({ api: "1", destination: addressLine(address) })
  return `https://www.google.com/maps/dir/?${asked}`
}
