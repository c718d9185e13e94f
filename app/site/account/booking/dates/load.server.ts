import { customerDay } from "../../../../../domain/availability/calendar.ts"
import { monthToShow } from "../../../../../domain/availability/months.ts"
import { rentalWindow } from "../../../../../domain/availability/rentable-days.ts"
import { type Day, dayInParis, isDay, isMonth, monthGrid, sortedDays } from "../../../../../domain/day.ts"
import { productCalendar } from "../../../../../server/availability/queries.ts"
import type { Booking } from "../../../../../server/bookings/place.ts"
import { productWithOffers } from "../../../../../server/catalog/queries.ts"
import type { DatesView } from "./view.ts"

/** A month in which other days can be chosen, as the address says: what is ticked, and the words beside it. The booking's own days are free for it. */
export async function datesView(booking: Booking, values: URLSearchParams, at: Date): Promise<DatesView | null> {
  const product = await productWithOffers(booking.productId)
  if (!product) return null
  const given = values.getAll("date").filter(isDay)
  const chosen = values.has("mois") || given.length > 0 ? sortedDays(given) : booking.dates
  const asked = values.get("mois")
  const today = dayInParis(at)
  const { month, ...months } = monthToShow(rentalWindow(product, today), {
    asked: asked !== null && isMonth(asked) ? asked : null,
    chosen,
    own: booking.dates,
  })
  const grid = monthGrid(month)
  const calendar = await productCalendar(product, grid[0] as Day, grid.at(-1) as Day, {
    customerId: booking.userId,
    at,
  })
  return {
    month,
    months,
    today,
    chosen,
    own: booking.dates,
    note: values.get("note") ?? "",
    days: grid.map((day) => ({
      day,
      state: booking.dates.includes(day) && day >= today ? "free" : customerDay(day, calendar),
    })),
  }
}
