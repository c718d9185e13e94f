import { hoursSentences, noHours } from "../../../../domain/booking/hours.ts"
import type { Day } from "../../../../domain/day.ts"
import { reportsOf } from "../../../../server/condition/record.ts"
import { hoursOf } from "../../../../server/bookings/hours.ts"
import type { Booking } from "../../../../server/bookings/place.ts"
import { venuesOf } from "../../../../server/bookings/venue.ts"
import type { DayView } from "./view.ts"

/** What is known of the day of a booking that goes on. */
export async function dayView(booking: Booking, today: Day): Promise<DayView> {
  const { id, firstDay, lastDay } = booking
  const [hours, venues, reports] = await Promise.all([hoursOf([id]), venuesOf([id]), reportsOf(id)])
  const agreed = hours.get(id) ?? noHours
  return {
    open: lastDay >= today,
    firstDay,
    hours: agreed,
    sentences: hoursSentences(agreed, booking),
    venue: venues.get(id) ?? null,
    reports: reports.map(({ id: report, leg, damaged, recordedAt }) => ({ id: report, leg, damaged, at: recordedAt })),
  }
}
