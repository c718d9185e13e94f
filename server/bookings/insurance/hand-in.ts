import { randomUUID } from "node:crypto"
import { eq } from "drizzle-orm"
import { ownAccountParty } from "../../../domain/accounts/party.ts"
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
import { INSURANCE_BUCKET, readInsurance, acceptsCertificate } from "./read-certificate.ts"

export type HandInProblem =
  | { kind: "throttled"; retryAfterSeconds: number }
  | { kind: "file"; problem: FileProblem }
  | { kind: "not-asked" }
  | { kind: "closed" }

/** Anyone with the link may replace it (D56). A rollback leaves an orphaned file. */
export async function handInCertificate(
  bookingId: BookingId,
  body: Uint8Array,
  at: Date = new Date(),
): Promise<Result<null, HandInProblem>> {
  const admission = await throttle(bookingId, policies.handIn, at)
  if (!admission.allowed) return err({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })
  const accepted = await acceptCertificate(body)
  if (!accepted.ok) return err({ kind: "file", problem: accepted.error })
  const { body: acceptedBody, contentType } = accepted.value
  const store = await storage()
  const fileKey = `${bookingId}/${randomUUID()}.${contentType === "application/pdf" ? "pdf" : "jpg"}`
  const object = { bucket: INSURANCE_BUCKET, path: fileKey, body: acceptedBody, contentType }
  await store.put({ ...object, cacheControl: "private, no-store" })
  const saved = await transaction(async (tx): Promise<Result<{ before: string | null }, HandInProblem>> => {
    const [booking] = await tx.select().from(bookings).where(eq(bookings.id, bookingId)).for("update")
    if (!booking || !acceptsCertificate(booking, at)) return err({ kind: "closed" })
    const { isRequired, certificate } = await readInsurance(booking, at, tx)
    if (!isRequired) return err({ kind: "not-asked" })
    const values = { fileKey, contentType, size: acceptedBody.byteLength, handedInAt: at, erasedAt: null }
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
      by: ownAccountParty(client),
      action: "booking.insurance-handed-in",
      subject: bookingId,
      details: {},
      at,
    })
    return ok({ before: certificate?.fileKey ?? null })
  })
  const unused = saved.ok ? saved.value.before : fileKey
  // Failing to remove the old file must not undo the new one.
  if (unused !== null)
    await store
      .remove(INSURANCE_BUCKET, unused)
      .catch((error: unknown) => log.warn("A certificate that nothing names stays until retention", { error }))
  return saved.ok ? ok(null) : saved
}
