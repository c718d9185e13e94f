import { href } from "react-router"

/** Where the pages of one booking are: by its number for who is signed in, by a link's secret for who holds one. */
export type BookingAddresses = {
  page: string
  sign: string
  /** Where a form is sent that asks for the payment page. */
  pay: string
  /** Where a form is sent that asks for the page of the deposit; only for who is signed in. */
  deposit: string | null
  /** Where a form is sent that asks for the page of the certificate of insurance; only for who is signed in. */
  insurance: string | null
  text: string
  pdf: string
  invoice(number: string): string
  report(id: string): string
  withdraw: string
  cancel: string
  /** Only for who is signed in. */
  dates: string | null
  venue: string | null
}

export function accountAddresses(number: number): BookingAddresses {
  const of = { number: String(number) }
  return {
    page: href("/account/bookings/:number", of),
    sign: href("/account/bookings/:number/signer", of),
    pay: href("/account/bookings/:number/payer", of),
    insurance: href("/account/bookings/:number/attestation", of),
    deposit: href("/account/bookings/:number/caution", of),
    text: href("/account/bookings/:number/contrat.txt", of),
    pdf: href("/account/bookings/:number/contrat.pdf", of),
    invoice: (invoice) => href("/account/bookings/:number/factures/:invoice/pdf", { ...of, invoice }),
    report: (report) => href("/account/bookings/:number/etats-des-lieux/:report/pdf", { ...of, report }),
    cancel: href("/account/bookings/:number/annuler", of),
    withdraw: href("/account/bookings/:number/retractation", of),
    dates: href("/account/bookings/:number/dates", of),
    venue: href("/account/bookings/:number/lieu", of),
  }
}

export function linkAddresses(secret: string): BookingAddresses {
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

/** A version of a document at its address. */
export function ofVersion(address: string, version: number): string {
  return `${address}?version=${version}`
}
