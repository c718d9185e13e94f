import { eq } from "drizzle-orm"
import type { Administrator } from "../../domain/accounts/party.ts"
import type { BookingId } from "../../domain/id.ts"
import { transaction } from "../database.server.ts"
import { recordEvent } from "../events/record.ts"
import { bookings } from "../schema/bookings.ts"
import { revokeBookingLinks } from "./links.ts"

/**
 * The owner closes every link to a booking that was mailed, whatever it was made for (D56): a mail went to the wrong
 * person, say. Answers how many still opened something; none, also of a booking that is not there, records nothing.
 */
export async function closeBookingLinks(
  actor: Administrator,
  bookingId: BookingId,
  at: Date = new Date(),
): Promise<number> {
  return transaction(async (tx) => {
    // A contract that is being sent at this moment gets its link before or after this, not within.
    const [booking] = await tx
      .select({ id: bookings.id })
      .from(bookings)
      .where(eq(bookings.id, bookingId))
      .for("update")
    const links = booking ? await revokeBookingLinks(tx, bookingId, at) : 0
    if (links > 0)
      await recordEvent(tx, { by: actor, action: "booking.links-closed", subject: bookingId, details: { links }, at })
    return links
  })
}
