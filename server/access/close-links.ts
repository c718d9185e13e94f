import { asc, eq } from "drizzle-orm"
import type { Actor, Staff } from "../../domain/accounts/party.ts"
import type { BookingId, ProfileId } from "../../domain/id.ts"
import { type Transaction, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { revokeBookingLinks } from "./capability-links.ts"

/** Records no event when no link was open (D56). */
export async function closeBookingLinks(actor: Staff, bookingId: BookingId, at: Date = new Date()): Promise<number> {
  return transaction(async (tx) => {
    // Serialises with a contract mail that is creating a link.
    const [booking] = await tx
      .select({ id: bookings.id })
      .from(bookings)
      .where(eq(bookings.id, bookingId))
      .for("update")
    return booking ? closeLinks(tx, bookingId, actor, at) : 0
  })
}

/** The returned bookings stay locked until the transaction ends. */
export async function closeAccountLinks(
  tx: Transaction,
  accountId: ProfileId,
  actor: Actor,
  at: Date,
): Promise<BookingId[]> {
  const accountBookings = await tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(eq(bookings.userId, accountId))
    .orderBy(asc(bookings.id))
    .for("update")
  for (const { id } of accountBookings) await closeLinks(tx, id, actor, at)
  return accountBookings.map(({ id }) => id)
}

async function closeLinks(tx: Transaction, bookingId: BookingId, by: Actor, at: Date): Promise<number> {
  const links = await revokeBookingLinks(tx, bookingId, at)
  if (links > 0)
    await recordEvent(tx, { by, action: "booking.links-closed", subject: bookingId, details: { links }, at })
  return links
}
