import { and, eq, gt, isNull } from "drizzle-orm"
import { href } from "react-router"
import type { Day } from "../../domain/day.ts"
import { addDays, startOfDayInParis } from "../../domain/day.ts"
import type { BookingId, Id } from "../../domain/id.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { digestOf, newToken } from "../platform/secrets/secret-token.ts"
import { type Executor, type Transaction, db } from "../platform/database.server.ts"
import { environment } from "../platform/environment.server.ts"
import { bookingLinks } from "../platform/schema/contracts.ts"

export type BookingLink = typeof bookingLinks.$inferSelect
export type LinkPurpose = BookingLink["purpose"]

/** A link reads for so long after its booking's last day: its contract and its documents are looked for afterwards. */
const LINK_DAYS_AFTER = 60

export type LinkProblem = { kind: "unknown-link" } | { kind: "ended-link"; bookingId: BookingId }

/**
 * Makes a link of a booking for one purpose (D56). The secret is answered once, for the mail, and stored nowhere. `secret`:
 * one that is worked out, which no link has yet.
 */
export async function newBookingLink(
  tx: Transaction,
  booking: { id: BookingId; lastDay: Day },
  purpose: LinkPurpose,
  at: Date,
  secret: string = newToken(),
): Promise<{ id: Id; secret: string }> {
  const end = startOfDayInParis(addDays(booking.lastDay, LINK_DAYS_AFTER))
  const [link] = await tx
    .insert(bookingLinks)
    .values({
      bookingId: booking.id,
      purpose,
      digest: digestOf(secret),
      madeAt: at,
      // A booking of long ago is read for as long as one of today.
      endsAt: end > at ? end : new Date(at.getTime() + LINK_DAYS_AFTER * 86_400_000),
    })
    .returning({ id: bookingLinks.id })
  if (!link) throw new Error("The link was not returned")
  return { id: link.id, secret }
}

/** What a link opens, without using it: as often as one likes, until it ends or is revoked. */
export async function findBookingLink(
  secret: string,
  at: Date,
  executor: Executor = db,
): Promise<Result<BookingLink, LinkProblem>> {
  const [link] = await executor
    .select()
    .from(bookingLinks)
    .where(eq(bookingLinks.digest, digestOf(secret)))
  if (!link) return err({ kind: "unknown-link" })
  return link.endsAt > at && link.revokedAt === null ? ok(link) : err({ kind: "ended-link", bookingId: link.bookingId })
}

/** What a link of that purpose opens. One that was made for something else is unknown there (D56). */
export async function findLinkTo(
  purpose: LinkPurpose,
  secret: string,
  at: Date,
): Promise<Result<BookingLink, LinkProblem>> {
  const found = await findBookingLink(secret, at)
  return found.ok && found.value.purpose !== purpose ? err({ kind: "unknown-link" }) : found
}

/** How many links of a booking still open something. */
export function openBookingLinks(bookingId: BookingId, at: Date): Promise<number> {
  return db.$count(bookingLinks, isOpenAt(bookingId, at))
}

/** Every link of a booking stops working, whoever holds it. Answers how many. */
export async function revokeBookingLinks(tx: Transaction, bookingId: BookingId, at: Date): Promise<number> {
  const revoked = await tx.update(bookingLinks).set({ revokedAt: at }).where(isOpenAt(bookingId, at))
  return revoked.rowCount ?? 0
}

function isOpenAt(bookingId: BookingId, at: Date) {
  return and(eq(bookingLinks.bookingId, bookingId), isNull(bookingLinks.revokedAt), gt(bookingLinks.endsAt, at))
}

/** Where a booking's contract is read and signed by a link. */
export function signingUrl(secret: string): string {
  return environment.origin + href("/signer/:secret", { secret })
}

/** Where a booking is paid by anyone who holds the link (D27, D55). */
export function paymentUrl(secret: string): string {
  return environment.origin + href("/payer/:secret", { secret })
}

/** Where the card of a deposit is saved, and what is to be kept of it is answered. */
export function depositUrl(secret: string): string {
  return environment.origin + href("/caution/:secret", { secret })
}

/** Where the certificate of insurance is handed in. */
export function insuranceUrl(secret: string): string {
  return environment.origin + href("/attestation/:secret", { secret })
}
