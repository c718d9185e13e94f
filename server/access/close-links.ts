import { asc, eq } from "drizzle-orm"
import type { Actor, Administrator } from "../../domain/accounts/party.ts"
import type { BookingId, ProfileId } from "../../domain/id.ts"
import { type Transaction, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { revokeBookingLinks } from "./capability-links.ts"

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
    return booking ? closeLinks(tx, bookingId, actor, at) : 0
  })
}

/**
 * The same for all bookings of an account whose address is another one: what was mailed to the old one opens nothing any
 * more. Answers the bookings, which stay locked until the end of the transaction.
 */
export async function closeLinksOfAccount(
  tx: Transaction,
  accountId: ProfileId,
  actor: Actor,
  at: Date,
): Promise<BookingId[]> {
  const booked = await tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(eq(bookings.userId, accountId))
    .orderBy(asc(bookings.id))
    .for("update")
  for (const { id } of booked) await closeLinks(tx, id, actor, at)
  return booked.map(({ id }) => id)
}

async function closeLinks(tx: Transaction, bookingId: BookingId, by: Actor, at: Date): Promise<number> {
  const links = await revokeBookingLinks(tx, bookingId, at)
  if (links > 0)
    await recordEvent(tx, { by, action: "booking.links-closed", subject: bookingId, details: { links }, at })
  return links
}
