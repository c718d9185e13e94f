import { eq } from "drizzle-orm"
import { isMailed } from "../../domain/correspondence/reach.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { digestOf } from "../platform/secrets/secret-token.ts"
import { policies, throttle } from "../accounts/auth/throttle.ts"
import { db, transaction } from "../platform/database.server.ts"
import { orderBookingMail } from "../booking-record/booking-mails.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { bookingLinks } from "../platform/schema/contracts.ts"
import { newBookingLink, signingUrl } from "../access/capability-links.ts"

export type FreshLinkProblem =
  /** It is no link that has ended by its time, or its booking has no address to write to. */
  { kind: "not-offered" } | { kind: "wait"; retryAfterSeconds: number }

/** Whether a fresh link is offered in the place of that one. Links that the owner closed may be in the wrong hands. */
export async function offersFreshLink(secret: string, at: Date): Promise<boolean> {
  return (await findRenewable(secret, at)) !== null
}

/** Mails a link that reads the booking to the booking's own address, in the place of one that has ended (D75). */
export async function mailFreshLink(secret: string, at: Date = new Date()): Promise<Result<null, FreshLinkProblem>> {
  const booking = await findRenewable(secret, at)
  if (!booking) return err({ kind: "not-offered" })
  const admitted = await throttle(booking.id, policies.freshLink, at)
  if (!admitted.allowed) return err({ kind: "wait", retryAfterSeconds: admitted.retryAfterSeconds })
  return transaction(async (tx) => {
    const { secret: fresh } = await newBookingLink(tx, booking, "read", at)
    await orderBookingMail(tx, { kind: "fresh-link", bookingId: booking.id, extra: { linkUrl: signingUrl(fresh) }, at })
    return ok(null)
  })
}

async function findRenewable(secret: string, at: Date) {
  const [found] = await db
    .select({
      id: bookings.id,
      lastDay: bookings.lastDay,
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
  if (!found || found.revokedAt !== null || found.endsAt > at || !isMailed(found)) return null
  return found.purpose === "read" || found.purpose === "sign" ? found : null
}
