import { dayInParis } from "../../../../domain/day.ts"
import { hoursSentences, noHours } from "../../../../domain/booking/hours.ts"
import { effectiveStatus } from "../../../../domain/booking/status.ts"
import { venueSentences } from "../../../../domain/booking/venue.ts"
import { readHours } from "../../../../server/booking-record/hours.ts"
import type { Booking } from "../../../../server/booking-record/booking.ts"
import { canBePrepared } from "../../../../server/bookings/preparing.ts"
import { readVenues } from "../../../../server/bookings/venue.ts"
import type { BookingAccess } from "../../../../server/bookings/booking-page.ts"
import type { BookingAddresses } from "./addresses.ts"
import type { DayView } from "./view.ts"

type DayViewContext = { access: BookingAccess | "link"; addresses: BookingAddresses; at: Date }

/** null unless confirmed, and once it is over with nothing recorded. Only the owner prepares it (D55). */
export async function dayView(booking: Booking, { access, addresses, at }: DayViewContext): Promise<DayView | null> {
  if (effectiveStatus(booking, at) !== "confirmed") return null
  const [hours, venues] = await Promise.all([readHours([booking.id]), readVenues([booking.id])])
  const venue = venues.get(booking.id)
  const agreed = hours.get(booking.id)
  if (!agreed && !venue && booking.lastDay < dayInParis(at)) return null
  const prepares = access === "owner" && canBePrepared(booking, at)
  return {
    hours: hoursSentences(agreed ?? noHours, booking),
    venue: booking.isDelivery
      ? { sentences: venue ? venueSentences(venue) : [], href: prepares ? addresses.venue : null }
      : null,
  }
}
