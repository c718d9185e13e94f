import { data } from "react-router"
import { bookingById } from "../../../../server/bookings/booking-page.ts"
import type { Booking } from "../../../../server/booking-record/booking.ts"
import { findLinkTo } from "../../../../server/access/capability-links.ts"

/** The booking that a link opens, or why it opens none. */
type OpenedLink = { kind: "open"; booking: Booking } | { kind: "unknown-link" | "ended-link"; status: 404 | 410 }

/** What somebody does for a booking by a link of its own, signed in or not. */
type LinkUse = "pay" | "deposit" | "insurance"

export async function openLink(use: LinkUse, secret: string, at: Date): Promise<OpenedLink> {
  const found = await findLinkTo(use, secret, at)
  if (!found.ok) {
    const { kind } = found.error
    return { kind, status: kind === "unknown-link" ? 404 : 410 }
  }
  const booking = await bookingById(found.value.bookingId)
  return booking ? { kind: "open", booking } : { kind: "unknown-link", status: 404 }
}

/** The booking of a page behind the link's own; anyone who has no right to it gets the plain 404. */
export async function bookingByLink(use: LinkUse, secret: string, at: Date): Promise<Booking> {
  const found = await openLink(use, secret, at)
  if (found.kind !== "open") throw data(null, { status: found.status })
  return found.booking
}
