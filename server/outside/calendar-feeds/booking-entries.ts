import { type BookingHours, legLabels } from "../../../domain/booking/hours.ts"
import { instantInParis } from "../../../domain/clock.ts"
import type { BookingId } from "../../../domain/id.ts"
import { departsOn, returnsOn } from "../../../domain/rental/periods.ts"
import { type Rental, namesOfRentals } from "../../../domain/rental/rental.ts"
import { rentedStretches } from "../../../domain/rental/rented-stretches.ts"
import { bookingStops } from "../../../domain/rental/rental-times.ts"
import type { FeedEntry } from "./file.ts"

type FeedBooking = {
  id: BookingId
  rentals: readonly Rental[]
  /** A product's calendar shows only its own. */
  visibleRentals: readonly Rental[]
  isDelivery: boolean
  isPending: boolean
  hours: BookingHours
}
type EntryTexts = Pick<FeedEntry, "place" | "text" | "link"> & { title: (productNames: string) => string }

/** Rentals on the same days are one entry (D60). */
export function toFeedEntries(booking: FeedBooking, { title, ...words }: EntryTexts): FeedEntry[] {
  const { id, isPending } = booking
  const shared = { ...words, tentative: isPending }
  return [
    ...rentedStretches(booking.visibleRentals).map(({ productName, first, last, times }, index) => ({
      ...shared,
      id: `reservation-${id}-${index}`,
      title: title(productName),
      when: times ? { from: new Date(times.from), to: new Date(times.until) } : { first, last },
    })),
    ...bookingStops(booking.rentals, booking).flatMap(({ leg, window, day }, index, stops) => {
      const moved = booking.visibleRentals.filter((rental) =>
        leg === "out" ? departsOn(rental, day) : returnsOn(rental, day),
      )
      if (!window || moved.length === 0) return []
      const earlier = stops.slice(0, index).filter((stop) => stop.leg === leg).length
      return [
        {
          ...shared,
          id: `reservation-${id}-${leg}${earlier > 0 ? `-${earlier}` : ""}`,
          title: `${legLabels(booking)[leg]}\u00a0: ${title(namesOfRentals(moved))}`,
          when: { from: instantInParis(day, window.from), to: instantInParis(day, window.to) },
          isTransparent: true,
        },
      ]
    }),
  ]
}
