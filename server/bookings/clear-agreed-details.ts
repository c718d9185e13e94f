import { eq } from "drizzle-orm"
import type { DroppedPart } from "../../domain/booking/acts.ts"
import { isSamePlace } from "../../domain/booking/booking.ts"
import { isSamePeriod, type RentalPeriod } from "../../domain/rental/rental.ts"
import type { Transaction } from "../platform/database.server.ts"
import type { bookings } from "../platform/schema/bookings.ts"
import { bookingHours, venueChecklists } from "../platform/schema/day.ts"

type RentedBooking = RentalPeriod & Pick<typeof bookings.$inferSelect, "id" | "isDelivery" | "address">

/** Clears hours and venue details that no longer fit the changed booking. */
export async function clearAgreedDetails(
  tx: Transaction,
  before: RentedBooking,
  after: RentedBooking,
): Promise<DroppedPart[]> {
  const cleared: DroppedPart[] = []
  const deliveryChanged = before.isDelivery !== after.isDelivery
  if (deliveryChanged || !isSamePeriod(before, after)) {
    const deleted = await tx.delete(bookingHours).where(eq(bookingHours.bookingId, after.id)).returning()
    if (deleted.length > 0) cleared.push("hours")
  }
  if (deliveryChanged || !isSamePlace(before.address, after.address)) {
    const deleted = await tx.delete(venueChecklists).where(eq(venueChecklists.bookingId, after.id)).returning()
    if (deleted.length > 0) cleared.push("venue")
  }
  return cleared
}
