import { createHmac } from "node:crypto"
import { eq } from "drizzle-orm"
import { type Day, dayInParis } from "../../../domain/day.ts"
import type { BookingId } from "../../../domain/id.ts"
import { authSecret } from "../../platform/secrets/secret.ts"
import { digestOf } from "../../platform/secrets/secret-token.ts"
import { newBookingLink } from "../../access/capability-links.ts"
import { transaction } from "../../platform/database.server.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { bookingLinks } from "../../platform/schema/contracts.ts"

/**
 * A link by which a booking is paid, by anyone who holds it (D55): its secret, which is stored nowhere. Worked out and not
 * made up, it is the same all day, so that whoever presses the button again makes no second one; where the owner has
 * closed it, another is made.
 */
export async function makePayLink(booking: { id: BookingId; lastDay: Day }, at: Date = new Date()): Promise<string> {
  const secret = createHmac("sha256", await authSecret())
    .update(`pay-link:${booking.id}:${dayInParis(at)}`)
    .digest("hex")
    .slice(0, 36)
  return transaction(async (tx) => {
    // Pressed twice at once, it is made once.
    await tx.select({ id: bookings.id }).from(bookings).where(eq(bookings.id, booking.id)).for("update")
    const [known] = await tx
      .select()
      .from(bookingLinks)
      .where(eq(bookingLinks.digest, digestOf(secret)))
    if (!known) return (await newBookingLink(tx, booking, "pay", at, secret)).secret
    return known.revokedAt === null ? secret : (await newBookingLink(tx, booking, "pay", at)).secret
  })
}
