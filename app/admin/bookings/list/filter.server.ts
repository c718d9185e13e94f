import { isDay } from "../../../../domain/day.ts"
import type { BookingFilter } from "../../../../server/bookings/list.ts"
import { type BookingsListUrl, parseStatus } from "../../kit/booking/list-url.ts"

export function toBookingFilter({ search, filters }: BookingsListUrl): BookingFilter {
  const day = (text: string | undefined) => (text !== undefined && isDay(text) ? text : null)
  return {
    search,
    status: parseStatus(filters["etat"]),
    productId: filters["produit"] ?? null,
    from: day(filters["du"]),
    until: day(filters["au"]),
  }
}
