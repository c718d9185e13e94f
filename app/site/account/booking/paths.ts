import { href } from "react-router"
import { wizardSearch } from "../../../../domain/booking/choice.ts"
import type { Rental } from "../../../../domain/rental/rental.ts"
import { catalogHref } from "../../kit/links.ts"

/** Paths hold the booking's number when signed in, else a link's secret; null ones require a signed-in customer. */
export type BookingPagePaths = {
  page: string
  sign: string
  pay: string
  deposit: string | null
  insurance: string | null
  text: string
  pdf: string
  invoice(number: string): string
  report(id: string): string
  withdraw: string
  cancel: string
  dates: string | null
  venue: string | null
}

export function accountBookingPaths(number: number): BookingPagePaths {
  const params = { number: String(number) }
  return {
    page: href("/account/bookings/:number", params),
    sign: href("/account/bookings/:number/signer", params),
    pay: href("/account/bookings/:number/payer", params),
    insurance: href("/account/bookings/:number/attestation", params),
    deposit: href("/account/bookings/:number/caution", params),
    text: href("/account/bookings/:number/contrat.txt", params),
    pdf: href("/account/bookings/:number/contrat.pdf", params),
    invoice: (invoice) => href("/account/bookings/:number/factures/:invoice/pdf", { ...params, invoice }),
    report: (report) => href("/account/bookings/:number/etats-des-lieux/:report/pdf", { ...params, report }),
    cancel: href("/account/bookings/:number/annuler", params),
    withdraw: href("/account/bookings/:number/retractation", params),
    dates: href("/account/bookings/:number/dates", params),
    venue: href("/account/bookings/:number/lieu", params),
  }
}

export function linkBookingPaths(secret: string): BookingPagePaths {
  const page = href("/signer/:secret", { secret })
  return {
    page: `${page}?vue=reservation`,
    sign: page,
    pay: href("/signer/:secret/payer", { secret }),
    deposit: null,
    insurance: null,
    text: href("/signer/:secret/contrat.txt", { secret }),
    pdf: href("/signer/:secret/contrat.pdf", { secret }),
    invoice: (invoice) => href("/signer/:secret/factures/:invoice/pdf", { secret, invoice }),
    report: (report) => href("/signer/:secret/etats-des-lieux/:report/pdf", { secret, report }),
    cancel: href("/signer/:secret/annuler", { secret }),
    withdraw: href("/signer/:secret/retractation", { secret }),
    dates: null,
    venue: null,
  }
}

export function versionPath(path: string, version: number): string {
  return `${path}?version=${version}`
}

/** The wizard takes one product, so several begin in the catalogue. */
export function restartHref(booking: {
  rentals: readonly Rental[]
  address: { zipCode: string; city: string }
}): string {
  const [rental, ...others] = booking.rentals
  const postcode = booking.address.zipCode || null
  const town = postcode && booking.address.city
  if (!rental || others.length > 0) return catalogHref({ postcode, town })
  const options = rental.options.items.map(({ id, quantity }) => ({ optionId: id, quantity }))
  const choice = { days: [], options, photoPacks: rental.photoPacks, postcode, town, cartItem: null }
  return href("/book/:id", { id: rental.productId }) + wizardSearch("calendar", choice)
}
