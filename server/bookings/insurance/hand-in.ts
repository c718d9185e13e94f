import { eq } from "drizzle-orm"
import { ownAccountParty } from "../../../domain/accounts/party.ts"
import type { BookingId } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { insuranceCertificates } from "../../platform/schema/insurance.ts"
import { type HandInFileProblem, handInFile } from "./hand-in-file.ts"
import { INSURANCE_BUCKET, readInsurance } from "./read-certificate.ts"
import { canBePrepared } from "../preparing.ts"
import { lockBooking } from "../../booking-record/lock-booking.ts"

type HandInProblem = HandInFileProblem | { kind: "not-asked" } | { kind: "closed" }

/** Anyone with the link may replace it (D56). */
export async function handInCertificate(
  bookingId: BookingId,
  body: Uint8Array,
  at: Date = new Date(),
): Promise<Result<null, HandInProblem>> {
  return handInFile<HandInProblem>({ bucket: INSURANCE_BUCKET, subject: bookingId, body, at }, async (tx, file) => {
    const booking = await lockBooking(tx, bookingId)
    if (!booking || !canBePrepared(booking, at)) return err({ kind: "closed" })
    const { isRequired, certificate } = await readInsurance(booking, at, tx)
    if (!isRequired) return err({ kind: "not-asked" })
    const values = { ...file, handedInAt: at, erasedAt: null }
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
    return ok(certificate?.fileKey ?? null)
  })
}
