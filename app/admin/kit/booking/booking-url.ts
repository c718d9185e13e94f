import { href } from "react-router"
import type { EndCause } from "../../../../domain/booking/booking-end.ts"

/** What is asked or filled in over a booking's page. */
const bookingQuestions = [
  "refuser",
  "annuler",
  "dates",
  "signer",
  "paiement",
  "retirer",
  "rembourser",
  "rendre",
  "prix",
  "retirer-prix",
  "caution-recue",
  "caution-retenir",
  "caution-garder",
  "caution-lever",
  "horaires",
] as const
export type BookingQuestion = (typeof bookingQuestions)[number]

/** `about`: the payment, refund, price line or cause of the open question; `on`: the day of a notice as it was typed. */
export type BookingPageUrl = { question: BookingQuestion | null; about: string | null; on: string | null }

/** The names of the causes in addresses. */
export const endCausePaths: Readonly<Record<EndCause, string>> = {
  company: "nous",
  customer: "client",
  "no-show": "absence",
  unpaid: "impaye",
}

/** The page of one booking: `/admin/bookings/1042?geste=rembourser&cible=…`. */
export function bookingPageHref(number: number, question: BookingQuestion | null = null, about?: string): string {
  const page = href("/admin/bookings/:number", { number: String(number) })
  if (question === null) return page
  return `${page}?${new URLSearchParams({ geste: question, ...(about === undefined ? {} : { cible: about }) })}`
}

/** Reads the address; what makes no sense is left out. */
export function readBookingPageUrl(values: URLSearchParams): BookingPageUrl {
  const question = bookingQuestions.find((known) => known === values.get("geste")) ?? null
  const about = question === null ? null : values.get("cible")
  return { question, about, on: question === "annuler" ? values.get("le") : null }
}
