import type { BookingId } from "../../../../domain/id.ts"
import { findBookingId } from "../../../../server/booking-record/search-bookings.ts"

export async function bookingIdFromParam(number: string): Promise<BookingId | null> {
  return /^[1-9]\d{0,14}$/.test(number) ? findBookingId(Number(number)) : null
}
