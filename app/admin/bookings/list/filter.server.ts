import { isDay } from "../../../../domain/day.ts"
import type { BookingFilter } from "../../../../server/bookings/list.ts"
import { type BookingsListUrl, statusOf } from "../../kit/booking/list-url.ts"

/** Which bookings the address of the list, or of its export, asks for. */
export function bookingFilterOf({ search, filters }: BookingsListUrl): BookingFilter {
  const day = (text: string | undefined) => (text !== undefined && isDay(text) ? text : null)
  return {
    search,
    status: statusOf(filters["etat"]),
    productId: filters["produit"] ?? null,
    from: day(filters["du"]),
    until: day(filters["au"]),
  }
}
