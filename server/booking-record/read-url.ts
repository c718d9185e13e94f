import { eq } from "drizzle-orm"
import { newBookingLink, signingUrl } from "../access/capability-links.ts"
import type { Transaction } from "../platform/database.server.ts"
import { credentials } from "../platform/schema/accounts.ts"
import { bookings } from "../platform/schema/bookings.ts"
import type { BookingFacts } from "../platform/mail/booking-mail-kinds.ts"
import { type BookingMailKind, leadsToBooking } from "../platform/mail/booking-mail-kinds.ts"

/**
 * A link that reads the booking of a mail (D56), for who has no password to sign in with: the owner noted them, on the
 * phone say. Null for everybody else, and for a mail that brings a link of its own.
 */
export async function readUrlFor(
  tx: Transaction,
  kind: BookingMailKind,
  booking: BookingFacts,
  extra: object,
  at: Date,
): Promise<string | null> {
  const bringsOne = "contract" in extra && extra.contract !== null
  const lastDay = booking.days.at(-1)
  if (!leadsToBooking.has(kind) || bringsOne || !booking.placedByOwner || lastDay === undefined) return null
  const [signsIn] = await tx
    .select({ userId: credentials.userId })
    .from(credentials)
    .innerJoin(bookings, eq(bookings.userId, credentials.userId))
    .where(eq(bookings.id, booking.id))
  if (signsIn) return null
  const { secret } = await newBookingLink(tx, { id: booking.id, lastDay }, "read", at)
  return signingUrl(secret)
}
