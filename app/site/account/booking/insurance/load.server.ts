import { bookingById } from "../../../../../server/bookings/booking-page.ts"
import type { Booking } from "../../../../../server/bookings/place.ts"
import { daysInForce } from "../../../../../server/contracts/booking-in-force.ts"
import { findInsuranceLink } from "../../../../../server/contracts/links.ts"
import { readInsurance, takesCertificate } from "../../../../../server/insurance/read-certificate.ts"
import type { InsurancePageView } from "./view.ts"

/** The booking that a link to hand in a certificate opens, or why it opens none. */
export type InsuranceLink =
  | { kind: "open"; booking: Booking }
  | { kind: "unknown-link" | "ended-link"; status: 404 | 410 }

export async function readInsuranceLink(secret: string, at: Date): Promise<InsuranceLink> {
  const found = await findInsuranceLink(secret, at)
  if (!found.ok) {
    const { kind } = found.error
    return { kind, status: kind === "unknown-link" ? 404 : 410 }
  }
  const booking = await bookingById(found.value.bookingId)
  return booking ? { kind: "open", booking } : { kind: "unknown-link", status: 404 }
}

export async function insurancePageView(booking: Booking, at: Date): Promise<InsurancePageView> {
  const [{ state, asked }, days] = await Promise.all([readInsurance(booking, at), daysInForce(booking)])
  return {
    number: booking.number,
    productName: booking.productName,
    days,
    state,
    open: asked && takesCertificate(booking, at),
  }
}
