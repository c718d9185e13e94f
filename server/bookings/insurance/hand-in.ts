import { randomUUID } from "node:crypto"
import { eq } from "drizzle-orm"
import { onOwnAccount } from "../../../domain/accounts/party.ts"
import type { BookingId } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { policies, throttle } from "../../accounts/auth/throttle.ts"
import { transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { log } from "../../platform/log.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { insuranceCertificates } from "../../platform/schema/insurance.ts"
import { storage } from "../../platform/storage/current.server.ts"
import { type FileProblem, acceptCertificate } from "./accept-certificate.ts"
import { INSURANCE_BUCKET, readInsurance, takesCertificate } from "./read-certificate.ts"

export type HandInProblem =
  | { kind: "throttled"; retryAfterSeconds: number }
  | { kind: "file"; problem: FileProblem }
  /** Nobody asks for it, or not any more. */
  | { kind: "not-asked" }
  /** The booking is not confirmed, or its last day has passed. */
  | { kind: "closed" }

/**
 * Keeps the certificate of insurance of a booking, for anyone who holds its link (D56). Sent again, it takes the place of the
 * one that was there. The file is kept before the transaction; one that no row names is erased by retention.
 */
export async function handInCertificate(
  bookingId: BookingId,
  body: Uint8Array,
  at: Date = new Date(),
): Promise<Result<null, HandInProblem>> {
  const admission = await throttle(bookingId, policies.handIn, at)
  if (!admission.allowed) return err({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })
  const accepted = await acceptCertificate(body)
  if (!accepted.ok) return err({ kind: "file", problem: accepted.error })
  const { body: kept, contentType } = accepted.value
  const store = await storage()
  const fileKey = `${bookingId}/${randomUUID()}.${contentType === "application/pdf" ? "pdf" : "jpg"}`
  const object = { bucket: INSURANCE_BUCKET, path: fileKey, body: kept, contentType }
  await store.put({ ...object, cacheControl: "private, no-store" })
  const written = await transaction(async (tx): Promise<Result<{ before: string | null }, HandInProblem>> => {
    const [booking] = await tx.select().from(bookings).where(eq(bookings.id, bookingId)).for("update")
    if (!booking || !takesCertificate(booking, at)) return err({ kind: "closed" })
    const { asked, certificate } = await readInsurance(booking, at, tx)
    if (!asked) return err({ kind: "not-asked" })
    const values = { fileKey, contentType, size: kept.byteLength, handedInAt: at, erasedAt: null }
    await tx
      .insert(insuranceCertificates)
      .values({ bookingId, ...values })
      .onConflictDoUpdate({ target: insuranceCertificates.bookingId, set: values })
    const [client] = await tx
      .select({ id: profiles.id, name: profiles.name })
      .from(profiles)
      .where(eq(profiles.id, booking.userId))
    if (!client) throw new Error("The customer of a booking is not there any more")
    await recordEvent(tx, {
      by: onOwnAccount(client),
      action: "booking.insurance-handed-in",
      subject: bookingId,
      details: {},
      at,
    })
    return ok({ before: certificate?.fileKey ?? null })
  })
  const unused = written.ok ? written.value.before : fileKey
  // What was kept is kept, whether or not the other file goes now.
  if (unused !== null)
    await store
      .remove(INSURANCE_BUCKET, unused)
      .catch((error: unknown) => log.warn("A certificate that nothing names stays until retention", { error }))
  return written.ok ? ok(null) : written
}
