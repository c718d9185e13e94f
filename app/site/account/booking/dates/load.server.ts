import { customerDay } from "../../../../../domain/availability/calendar.ts"
import { monthToShow } from "../../../../../domain/availability/months.ts"
import { rentalWindow } from "../../../../../domain/availability/rentable-days.ts"
import { type Day, dayInParis, isDay, isMonth, monthGrid, monthOf, sortedDays } from "../../../../../domain/day.ts"
import { rentalDays, includesDay } from "../../../../../domain/rental/rental.ts"
import type { Booking } from "../../../../../server/booking-record/booking.ts"
import { calendarFor } from "../../../../../server/bookings/propose-edit.ts"
import { productWithOffers } from "../../../../../server/catalog/queries.ts"
import type { DatesView } from "./view.ts"

/** A month in which other days can be chosen, as the address says: what is ticked, and the words beside it. The days that the booking has, and those of getting it ready, are free for it. */
export async function datesView(booking: Booking, values: URLSearchParams, at: Date): Promise<DatesView | null> {
  const product = await productWithOffers(booking.productId)
  if (!product) return null
  const given = values.getAll("date").filter(isDay)
  const chosen = values.has("mois") || given.length > 0 ? sortedDays(given) : rentalDays(booking)
  const asked = values.get("mois")
  const today = dayInParis(at)
  const { month, ...months } = monthToShow(rentalWindow(product, today), {
    asked: asked !== null && isMonth(asked) ? asked : null,
    chosen,
    own: rentalDays(booking),
  })
  const grid = monthGrid(month)
  // The address may name any day at all: those beyond the window are read from no table.
  const within = chosen.filter((day) => monthOf(day) >= months.earliest && monthOf(day) <= months.latest)
  const needed = sortedDays([...grid, ...within])
  const calendar = await calendarFor(booking, {
    product,
    from: needed[0] as Day,
    to: needed.at(-1) as Day,
    at,
    by: "customer",
  })
  const stateOf = (day: Day) => (includesDay(booking, day) && day >= today ? "free" : customerDay(day, calendar))
  return {
    month,
    months,
    today,
    chosen,
    own: rentalDays(booking),
    note: values.get("note") ?? "",
    days: grid.map((day) => ({ day, state: stateOf(day) })),
    unavailable: chosen.filter((day) => stateOf(day) !== "free"),
  }
}
