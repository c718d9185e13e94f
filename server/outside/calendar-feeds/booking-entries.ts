import { type BookingHours, instantInParis, legLabels } from "../../../domain/booking/hours.ts"
import { legs } from "../../../domain/booking/route.ts"
import { dayRuns } from "../../../domain/day-runs.ts"
import type { BookingId } from "../../../domain/id.ts"
import type { Day } from "../../../domain/day.ts"
import { rentalDays, type RentalPeriod } from "../../../domain/rental/rental.ts"
import type { FeedEntry } from "./file.ts"

type FeedBooking = RentalPeriod & {
  id: BookingId
  firstDay: Day
  lastDay: Day
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
    ...legs.flatMap((leg) => {
      const window = booking.hours[leg]
      if (!window) return []
      const day = leg === "out" ? booking.firstDay : booking.lastDay
      return [
        {
          ...shared,
          id: `reservation-${id}-${leg}`,
          title: `${legLabels(booking)[leg]}\u00a0: ${words.title}`,
          when: { from: instantInParis(day, window.from), to: instantInParis(day, window.to) },
          isTransparent: true,
        },
      ]
    }),
  ]
}
