import { eq } from "drizzle-orm"
import { isMailed } from "../../domain/correspondence/is-mailed.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { digestOf } from "../platform/secrets/secret-token.ts"
import { policies, throttle } from "../accounts/auth/throttle.ts"
import { db, transaction } from "../platform/database.server.ts"
import { orderBookingMail } from "../booking-record/booking-mails.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { bookingLinks } from "../platform/schema/contracts.ts"
import { createBookingLink, signingUrl } from "../access/capability-links.ts"

type FreshLinkProblem = { kind: "not-offered" } | { kind: "wait"; retryAfterSeconds: number }

export async function canMailFreshLink(secret: string, at: Date): Promise<boolean> {
  return (await findExpiredLink(secret, at)) !== null
}

/** Mails only the booking's own address (D75). */
export async function mailFreshLink(secret: string, at: Date = new Date()): Promise<Result<null, FreshLinkProblem>> {
  const booking = await findExpiredLink(secret, at)
  if (!booking) return err({ kind: "not-offered" })
  const admitted = await throttle(booking.id, policies.freshLink, at)
  if (!admitted.allowed) return err({ kind: "wait", retryAfterSeconds: admitted.retryAfterSeconds })
  return transaction(async (tx) => {
    const { secret: fresh } = await createBookingLink(tx, { booking, purpose: "read", at })
    await orderBookingMail(tx, { kind: "fresh-link", bookingId: booking.id, extra: { linkUrl: signingUrl(fresh) }, at })
    return ok(null)
  })
}

async function findExpiredLink(secret: string, at: Date) {
  const [row] = await db
    .select({
      id: bookings.id,
      returnsOn: bookings.returnsOn,
      purpose: bookingLinks.purpose,
      endsAt: bookingLinks.endsAt,
      revokedAt: bookingLinks.revokedAt,
      email: profiles.email,
      isExample: profiles.isExample,
    })
    .from(bookingLinks)
    .innerJoin(bookings, eq(bookings.id, bookingLinks.bookingId))
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .where(eq(bookingLinks.digest, digestOf(secret)))
  if (!row || row.revokedAt !== null || row.endsAt > at || !isMailed(row)) return null
  return row.purpose === "read" || row.purpose === "sign" ? row : null
}
