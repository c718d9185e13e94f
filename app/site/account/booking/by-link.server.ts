import { data } from "react-router"
import { findBooking } from "../../../../server/bookings/booking-page.ts"
import type { Booking } from "../../../../server/booking-record/booking.ts"
import { findBookingLinkFor } from "../../../../server/access/capability-links.ts"

type OpenedLink = { kind: "open"; booking: Booking } | { kind: "unknown-link" | "ended-link"; status: 404 | 410 }

type LinkUse = "pay" | "deposit" | "insurance"

export async function openLink(use: LinkUse, secret: string, at: Date): Promise<OpenedLink> {
  const link = await findBookingLinkFor(use, secret, at)
  if (!link.ok) {
    const { kind } = link.error
    return { kind, status: kind === "unknown-link" ? 404 : 410 }
  }
  const booking = await findBooking(link.value.bookingId)
  return booking ? { kind: "open", booking } : { kind: "unknown-link", status: 404 }
}

/** Throws the link's 404 or 410. */
export async function requireBookingByLink(use: LinkUse, secret: string, at: Date): Promise<Booking> {
  const link = await openLink(use, secret, at)
  if (link.kind !== "open") throw data(null, { status: link.status })
  return link.booking
}
