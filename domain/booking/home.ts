import { type BookingAddress, type PostalAddress, addressLine } from "./booking.ts"

export type HomeColumns = { homeStreet: string | null; homeZipCode: string | null; homeCity: string | null }

/** A company's seat. */
export function homeOf({ homeStreet, homeZipCode, homeCity }: HomeColumns): PostalAddress | null {
  return homeStreet && homeZipCode && homeCity ? { street: homeStreet, zipCode: homeZipCode, city: homeCity } : null
}

export function toHomeColumns({ street, zipCode, city }: PostalAddress): HomeColumns {
  return { homeStreet: street, homeZipCode: zipCode, homeCity: city }
}

/** With pick-up the booking's address is the billing address (D70). null while the home must be asked. */
export function clientAddressOf(
  client: HomeColumns,
  booking: { isDelivery: boolean; address: BookingAddress },
): PostalAddress | null {
  const { street, zipCode, city } = booking.address
  return homeOf(client) ?? (booking.isDelivery ? null : { street, zipCode, city })
}

type SavedPlaceColumns = { street: string | null; zipCode: string | null; city: string | null }

function savedAddressOf({ street, zipCode, city }: SavedPlaceColumns): PostalAddress | null {
  return street && zipCode && city ? { street, zipCode, city } : null
}

/** Proposed when the home is asked: a saved address other than the event's place, which has a tick of its own. */
export function proposedHome(client: SavedPlaceColumns, place: PostalAddress): PostalAddress | null {
  const saved = savedAddressOf(client)
  return saved && addressLine(saved) !== addressLine(place) ? saved : null
}

/** A contract signed before homes were asked names the saved address, or else the event's place. */
export function billingAddressOf(
  client: HomeColumns & SavedPlaceColumns,
  { isDelivery, address }: { isDelivery: boolean; address: BookingAddress },
): PostalAddress {
  return (
    homeOf(client) ??
    (isDelivery ? savedAddressOf(client) : null) ?? {
      street: address.street,
      zipCode: address.zipCode,
      city: address.city,
    }
  )
}
