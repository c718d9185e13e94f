import { dayInParis } from "../../../../domain/day.ts"
import { hoursSentences, noHours } from "../../../../domain/booking/hours.ts"
import { statusAt } from "../../../../domain/booking/status.ts"
import { venueSentences } from "../../../../domain/booking/venue.ts"
import { hoursOf } from "../../../../server/booking-record/hours.ts"
import type { Booking } from "../../../../server/booking-record/booking.ts"
import { isToPrepare } from "../../../../server/bookings/preparing.ts"
import { venuesOf } from "../../../../server/bookings/venue.ts"
import type { BookingAccess } from "../../../../server/bookings/booking-page.ts"
import type { BookingAddresses } from "./addresses.ts"
import type { DayView } from "./view.ts"

type Seeing = { access: BookingAccess | "link"; addresses: BookingAddresses; at: Date }

/** What the page of a confirmed booking says of its day; null for every other, and once it is over without a word. Only its owner prepares it (D55). */
export async function dayView(booking: Booking, { access, addresses, at }: Seeing): Promise<DayView | null> {
  if (statusAt(booking, at) !== "confirmed") return null
  const [hours, venues] = await Promise.all([hoursOf([booking.id]), venuesOf([booking.id])])
  const venue = venues.get(booking.id)
  const agreed = hours.get(booking.id)
  if (!agreed && !venue && booking.lastDay < dayInParis(at)) return null
  const prepares = access === "owner" && isToPrepare(booking, at)
  return {
    hours: hoursSentences(agreed ?? noHours, booking),
    venue: booking.isDelivery
      ? { sentences: venue ? venueSentences(venue) : [], href: prepares ? addresses.venue : null }
      : null,
  }
}
