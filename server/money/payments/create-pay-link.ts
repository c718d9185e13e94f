import { createHmac } from "node:crypto"
import { eq } from "drizzle-orm"
import { type Day, dayInParis } from "../../../domain/day.ts"
import type { BookingId } from "../../../domain/id.ts"
import { authSecret } from "../../platform/secrets/secret.ts"
import { digestOf } from "../../platform/secrets/secret-token.ts"
import { createBookingLink } from "../../access/capability-links.ts"
import { transaction } from "../../platform/database.server.ts"
import { bookingLinks } from "../../platform/schema/contracts.ts"
import { lockBooking } from "../../booking-record/lock-booking.ts"

/** The secret is derived from the day, so that repeated clicks create one link (D55). */
export async function createPayLink(
  booking: { id: BookingId; returnsOn: Day },
  at: Date = new Date(),
): Promise<string> {
  const secret = createHmac("sha256", await authSecret())
    .update(`pay-link:${booking.id}:${dayInParis(at)}`)
    .digest("hex")
    .slice(0, 36)
  return transaction(async (tx) => {
    // The lock prevents two links from a double click.
    await lockBooking(tx, booking.id)
    const [existing] = await tx
      .select()
      .from(bookingLinks)
      .where(eq(bookingLinks.digest, digestOf(secret)))
    if (!existing) return (await createBookingLink(tx, { booking, purpose: "pay", at, secret })).secret
    return existing.revokedAt === null ? secret : (await createBookingLink(tx, { booking, purpose: "pay", at })).secret
  })
}
