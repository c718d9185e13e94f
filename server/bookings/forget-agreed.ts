import { eq } from "drizzle-orm"
import type { ForgottenPart } from "../../domain/booking/acts.ts"
import { placeOf } from "../../domain/booking/travelling.ts"
import { isSamePeriod, type RentalPeriod } from "../../domain/rental/rental.ts"
import type { Transaction } from "../platform/database.server.ts"
import type { bookings } from "../platform/schema/bookings.ts"
import { bookingHours, venueChecklists } from "../platform/schema/day.ts"

type Rented = RentalPeriod & Pick<typeof bookings.$inferSelect, "id" | "isDelivery" | "address">

/**
 * Takes away what was agreed for a booking as it was before: its hours once its days change or somebody else drives, the
 * description of the place once it is another. In the transaction of the change; answers what there was to forget.
 */
export async function forgetAgreed(tx: Transaction, before: Rented, after: Rented): Promise<ForgottenPart[]> {
  const forgotten: ForgottenPart[] = []
  const drives = before.isDelivery !== after.isDelivery
  if (drives || !isSamePeriod(before, after)) {
    const gone = await tx.delete(bookingHours).where(eq(bookingHours.bookingId, after.id)).returning()
    if (gone.length > 0) forgotten.push("hours")
  }
  if (drives || placeOf(before.address) !== placeOf(after.address)) {
    const gone = await tx.delete(venueChecklists).where(eq(venueChecklists.bookingId, after.id)).returning()
    if (gone.length > 0) forgotten.push("venue")
  }
  return forgotten
}
