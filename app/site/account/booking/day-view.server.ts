import { dayInParis } from "../../../../domain/day.ts"
import { hoursSentences, noHours } from "../../../../domain/booking/hours.ts"
import { effectiveStatus } from "../../../../domain/booking/status.ts"
import { venueSentences } from "../../../../domain/booking/venue.ts"
import { readHours } from "../../../../server/booking-record/hours.ts"
import { withRentals } from "../../../../server/booking-record/rentals.ts"
import type { Booking } from "../../../../server/booking-record/booking.ts"
import { readEventStarts } from "../../../../server/booking-record/event-starts.ts"
import { canBePrepared } from "../../../../server/bookings/preparing.ts"
import { readVenues } from "../../../../server/bookings/venue.ts"
import type { BookingAccess } from "../../../../server/bookings/booking-page.ts"
import type { BookingPagePaths } from "./paths.ts"
import type { EventDayView } from "./view.ts"

type DayViewContext = { access: BookingAccess | "link"; paths: BookingPagePaths; at: Date }

/** null unless confirmed, or once the rental is over with nothing recorded; only the owner prepares it (D55). */
export async function readEventDay(
  booking: Booking,
  { access, paths, at }: DayViewContext,
): Promise<EventDayView | null> {
  if (effectiveStatus(booking, at) !== "confirmed") return null
  const [hours, venues, starts] = await Promise.all([
    readHours([booking.id]),
    readVenues([booking.id]),
    readEventStarts([booking.id]),
  ])
  const venue = venues.get(booking.id)
  const agreed = hours.get(booking.id)
  if (!agreed && !venue && booking.returnsOn < dayInParis(at)) return null
  const mayPrepare = access === "owner" && canBePrepared(booking, at)
  return {
    hours: hoursSentences(agreed ?? noHours, await withRentals(booking)),
    startsAt: starts.get(booking.id) ?? null,
    venue: booking.isDelivery
      ? { sentences: venue ? venueSentences(venue) : [], href: mayPrepare ? paths.venue : null }
      : null,
  }
}
