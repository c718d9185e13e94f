import { customerDay } from "../../../../../domain/availability/calendar.ts"
import { displayedMonth } from "../../../../../domain/availability/months.ts"
import { rentalWindow } from "../../../../../domain/availability/rentable-days.ts"
import { type Day, dayInParis, isDay, isMonth, monthGrid, monthOf, sortedDays } from "../../../../../domain/day.ts"
import { rentalDays, includesDay } from "../../../../../domain/rental/rental.ts"
import type { Booking } from "../../../../../server/booking-record/booking.ts"
import { withRentals } from "../../../../../server/booking-record/rentals.ts"
import { readCalendarForRental } from "../../../../../server/bookings/propose-edit.ts"
import { readProductWithOffers } from "../../../../../server/catalog/queries.ts"
import type { DatesView } from "./view.ts"

/** The booking's own days and its preparation days count as free for it. */
export async function readDatesView(booking: Booking, values: URLSearchParams, at: Date): Promise<DatesView | null> {
  const product = await readProductWithOffers(booking.productId)
  if (!product) return null
  const queryDays = values.getAll("date").filter(isDay)
  const chosen = values.has("mois") || queryDays.length > 0 ? sortedDays(queryDays) : rentalDays(booking)
  const queryMonth = values.get("mois")
  const today = dayInParis(at)
  const { month, ...months } = displayedMonth(rentalWindow(product, today), {
    requested: queryMonth !== null && isMonth(queryMonth) ? queryMonth : null,
    chosen,
    own: rentalDays(booking),
  })
  const grid = monthGrid(month)
  // The URL may name any day, so days outside the rental window are not queried.
  const daysInWindow = chosen.filter((day) => monthOf(day) >= months.earliest && monthOf(day) <= months.latest)
  const calendarDays = sortedDays([...grid, ...daysInWindow])
  const [rental] = (await withRentals(booking)).rentals
  if (!rental) return null
  const calendar = await readCalendarForRental(
    { booking, rental, product },
    { from: calendarDays[0] as Day, to: calendarDays.at(-1) as Day, at, by: "customer" },
  )
  const dayState = (day: Day) => (includesDay(booking, day) && day >= today ? "free" : customerDay(day, calendar))
  return {
    month,
    months,
    today,
    chosen,
    own: rentalDays(booking),
    note: values.get("note") ?? "",
    days: grid.map((day) => ({ day, state: dayState(day) })),
    unavailable: chosen.filter((day) => dayState(day) !== "free"),
  }
}
