import { eq, sql } from "drizzle-orm"
import type { Administrator } from "../../../domain/accounts/party.ts"
import type { Day } from "../../../domain/day.ts"
import type { BookingId } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { newBookingLink } from "../../access/capability-links.ts"
import { transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { insuranceCertificates } from "../../platform/schema/insurance.ts"
import { eraseCertificates } from "./erase-certificates.ts"
import { readInsurance, takesCertificate } from "./read-certificate.ts"

export type AskProblem =
  /** The booking is not confirmed, or its last day has passed. */
  { kind: "closed" }

/**
 * The owner asks for the certificate of one booking, or does without it, whatever its product says. Who does without keeps
 * none: what was sent is erased. `changed` is false where that was so already.
 */
export async function askForCertificate(
  actor: Administrator,
  bookingId: BookingId,
  asked: boolean,
  at: Date = new Date(),
): Promise<Result<{ changed: boolean }, AskProblem>> {
  return transaction(async (tx) => {
    const [booking] = await tx.select().from(bookings).where(eq(bookings.id, bookingId)).for("update")
    if (!booking || !takesCertificate(booking, at)) return err({ kind: "closed" })
    if ((await readInsurance(booking, at, tx)).asked === asked) return ok({ changed: false })
    await tx
      .insert(insuranceCertificates)
      .values({ bookingId, asked })
      .onConflictDoUpdate({ target: insuranceCertificates.bookingId, set: { asked } })
    if (!asked) await eraseCertificates(tx, sql`select ${bookingId}::uuid`, at)
    await recordEvent(tx, {
      by: actor,
      action: asked ? "booking.insurance-asked" : "booking.insurance-waived",
      subject: bookingId,
      details: {},
      at,
    })
    return ok({ changed: true })
  })
}

/** A link to the page where the certificate of a booking is handed in: its secret, which is stored nowhere. */
export async function makeInsuranceLink(
  booking: { id: BookingId; lastDay: Day },
  at: Date = new Date(),
): Promise<string> {
  return transaction(async (tx) => (await newBookingLink(tx, booking, "insurance", at)).secret)
}
