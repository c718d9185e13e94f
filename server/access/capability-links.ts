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

const LINK_DAYS_AFTER_BOOKING = 60

export type LinkProblem = { kind: "unknown-link" } | { kind: "ended-link"; bookingId: BookingId }

/** Returns the secret once; only its digest is stored (D56). */
export async function createBookingLink(
  tx: Transaction,
  {
    booking,
    purpose,
    at,
    secret = newToken(),
  }: { booking: { id: BookingId; returnsOn: Day }; purpose: LinkPurpose; at: Date; secret?: string },
): Promise<{ id: Id; secret: string }> {
  const end = startOfDayInParis(addDays(booking.returnsOn, LINK_DAYS_AFTER_BOOKING))
  const [link] = await tx
    .insert(bookingLinks)
    .values({
      bookingId: booking.id,
      purpose,
      digest: digestOf(secret),
      madeAt: at,
      endsAt: end > at ? end : new Date(at.getTime() + LINK_DAYS_AFTER_BOOKING * 86_400_000),
    })
    .returning({ id: bookingLinks.id })
  if (!link) throw new Error("The link was not returned")
  return { id: link.id, secret }
}

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

export async function findBookingLinkFor(
  purpose: LinkPurpose,
  secret: string,
  at: Date,
): Promise<Result<BookingLink, LinkProblem>> {
  const link = await findBookingLink(secret, at)
  return link.ok && link.value.purpose !== purpose ? err({ kind: "unknown-link" }) : link
}

export function countOpenBookingLinks(bookingId: BookingId, at: Date): Promise<number> {
  return db.$count(bookingLinks, isOpenLink(bookingId, at))
}

export async function revokeBookingLinks(tx: Transaction, bookingId: BookingId, at: Date): Promise<number> {
  const revoked = await tx.update(bookingLinks).set({ revokedAt: at }).where(isOpenLink(bookingId, at))
  return revoked.rowCount ?? 0
}

function isOpenLink(bookingId: BookingId, at: Date) {
  return and(eq(bookingLinks.bookingId, bookingId), isNull(bookingLinks.revokedAt), gt(bookingLinks.endsAt, at))
}

export function signingUrl(secret: string): string {
  return environment.origin + href("/signer/:secret", { secret })
}

export function paymentUrl(secret: string): string {
  return environment.origin + href("/payer/:secret", { secret })
}

export function depositUrl(secret: string): string {
  return environment.origin + href("/caution/:secret", { secret })
}

export function insuranceUrl(secret: string): string {
  return environment.origin + href("/attestation/:secret", { secret })
}
