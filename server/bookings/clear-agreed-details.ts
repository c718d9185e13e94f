import { eq } from "drizzle-orm"
import type { DroppedPart } from "../../domain/booking/acts.ts"
import { isSamePlace } from "../../domain/booking/booking.ts"
import { isSamePlanChoice } from "../../domain/pricing/rate-plan.ts"
import { isSamePeriod, type Rental, type RentalPeriod } from "../../domain/rental/rental.ts"
import type { Transaction } from "../platform/database.server.ts"
import type { bookings } from "../platform/schema/bookings.ts"
import { withdrawShifts } from "../booking-record/withdraw-shifts.ts"
import { bookingHours, venueChecklists } from "../platform/schema/day.ts"

type RentedBooking = RentalPeriod & { rentals: readonly Rental[] } & Pick<
    typeof bookings.$inferSelect,
    "id" | "isDelivery" | "address"
  >

/** Hours are agreed for the days, the start and the way of handing over. */
export function keepsAgreedHours(
  before: Omit<RentedBooking, "id" | "address">,
  after: Omit<RentedBooking, "id" | "address">,
): boolean {
  return (
    before.isDelivery === after.isDelivery &&
    isSamePeriod(before, after) &&
    after.rentals.every(({ position, plan }) => {
      const old = before.rentals.find((rental) => rental.position === position)
      return !old || isSamePlanChoice(old.plan, plan)
    })
  )
}

/** Clears hours, people and venue details that no longer fit the changed booking. */
export async function clearAgreedDetails(
  tx: Transaction,
  before: RentedBooking,
  after: RentedBooking,
  at: Date,
): Promise<DroppedPart[]> {
  const cleared: DroppedPart[] = []
  if (!keepsAgreedHours(before, after)) {
    const deleted = await tx.delete(bookingHours).where(eq(bookingHours.bookingId, after.id)).returning()
    if (deleted.length > 0) cleared.push("hours")
    if (await withdrawShifts(tx, after.id, at)) cleared.push("shifts")
  }
  if (before.isDelivery !== after.isDelivery || !isSamePlace(before.address, after.address)) {
    const deleted = await tx.delete(venueChecklists).where(eq(venueChecklists.bookingId, after.id)).returning()
    if (deleted.length > 0) cleared.push("venue")
  }
  return cleared
}
