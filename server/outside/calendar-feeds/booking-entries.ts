import { type BookingHours, legLabels } from "../../../domain/booking/hours.ts"
import { instantInParis } from "../../../domain/clock.ts"
import { dayRuns } from "../../../domain/day-runs.ts"
import type { BookingId } from "../../../domain/id.ts"
import { rentalDays, type RentalPeriod } from "../../../domain/rental/rental.ts"
import { type RentalTimes, bookingStops } from "../../../domain/rental/rental-times.ts"
import type { FeedEntry } from "./file.ts"

type FeedBooking = RentalPeriod & {
  id: BookingId
  rentals: readonly RentalTimes[]
  isDelivery: boolean
  isPending: boolean
  hours: BookingHours
}
type EntryTexts = Pick<FeedEntry, "title" | "place" | "text" | "link">

export function toFeedEntries(booking: FeedBooking, words: EntryTexts): FeedEntry[] {
  const { id, isPending } = booking
  const shared = { ...words, tentative: isPending }
  return [
    ...dayRuns(rentalDays(booking)).map((when, index) => ({ ...shared, id: `reservation-${id}-${index}`, when })),
    ...bookingStops(booking.rentals, booking).flatMap(({ leg, window, day }, index, stops) => {
      if (!window) return []
      const earlier = stops.slice(0, index).filter((stop) => stop.leg === leg).length
      return [
        {
          ...shared,
          id: `reservation-${id}-${leg}${earlier > 0 ? `-${earlier}` : ""}`,
          title: `${legLabels(booking)[leg]}\u00a0: ${words.title}`,
          when: { from: instantInParis(day, window.from), to: instantInParis(day, window.to) },
          isTransparent: true,
        },
      ]
    }),
  ]
}
