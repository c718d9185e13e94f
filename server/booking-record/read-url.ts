import { eq } from "drizzle-orm"
import { createBookingLink, signingUrl } from "../access/capability-links.ts"
import type { Transaction } from "../platform/database.server.ts"
import { credentials } from "../platform/schema/accounts.ts"
import { bookings } from "../platform/schema/bookings.ts"
import type { BookingFacts } from "../platform/mail/booking-mail-kinds.ts"
import { type BookingMailKind, leadsToBooking } from "../platform/mail/booking-mail-kinds.ts"

/** For customers without a password (D56). null when the mail already brings a link. */
export async function createReadUrl(
  tx: Transaction,
  { kind, booking, extra, at }: { kind: BookingMailKind; booking: BookingFacts; extra: object; at: Date },
): Promise<string | null> {
  const hasOwnLink = "contract" in extra && extra.contract !== null
  if (!leadsToBooking.has(kind) || hasOwnLink || !booking.placedByOwner) return null
  const [row] = await tx
    .select({ id: bookings.id, returnsOn: bookings.returnsOn, credential: credentials.userId })
    .from(bookings)
    .leftJoin(credentials, eq(credentials.userId, bookings.userId))
    .where(eq(bookings.id, booking.id))
  if (!row || row.credential !== null) return null
  const { secret } = await createBookingLink(tx, {
    booking: row,
    purpose: "read",
    at,
  })
  return signingUrl(secret)
}
