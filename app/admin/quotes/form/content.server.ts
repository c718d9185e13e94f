import { type BookingAddress, noAddress } from "../../../../domain/booking/booking.ts"
import type { ShownRow } from "../../../../domain/booking/shown-price.ts"
import type { Rental } from "../../../../domain/rental/rental.ts"
import type { QuoteVersion } from "../../../../server/quotes/quote-rows.ts"
import { noTerms, termsOfVersion } from "./terms.server.ts"
import type { QuoteTermsView } from "./view.ts"

/** The form begins with it. */
export type QuoteContent = {
  rentals: readonly Rental[]
  isDelivery: boolean
  /** null for the customer's own. */
  address: BookingAddress | null
  /** Measured by the owner. */
  distance: string
  terms: QuoteTermsView
}

export const noContent: QuoteContent = { rentals: [], isDelivery: true, address: null, distance: "", terms: noTerms }

export function contentOfVersion(version: QuoteVersion): QuoteContent {
  const { rentals, isDelivery, address, addressPrecision, distance, distanceToConfirm } = version.row
  const isMeasured = isDelivery && addressPrecision === null && !distanceToConfirm
  return { rentals, isDelivery, address, distance: isMeasured ? String(distance) : "", terms: termsOfVersion(version) }
}

/** The address and the message of a quote are for its reader only. */
export function contentOfCopy(version: QuoteVersion, { isSameReader }: { isSameReader: boolean }): QuoteContent {
  const content = contentOfVersion(version)
  const terms = { ...content.terms, validUntil: "", keepUntil: "" }
  if (isSameReader) return { ...content, terms }
  return { ...content, address: null, distance: "", terms: { ...terms, message: "" } }
}

/** The other rentals keep the price that the visitor read. */
export function contentOfPrice(rows: readonly ShownRow[]): QuoteContent {
  const rentals = rows.flatMap((row) => row.rentals).map((rental, index) => ({ ...rental, position: index + 1 }))
  const { isDelivery = true, address = noAddress } = rows[0] ?? {}
  return { ...noContent, rentals, isDelivery, address }
}
