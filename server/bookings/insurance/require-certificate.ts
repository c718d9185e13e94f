import { sql } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import type { Day } from "../../../domain/day.ts"
import type { BookingId } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { createBookingLink } from "../../access/capability-links.ts"
import { transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { insuranceCertificates } from "../../platform/schema/insurance.ts"
import { eraseCertificates } from "./erase-certificates.ts"
import { readInsurance } from "./read-certificate.ts"
import { canBePrepared } from "../preparing.ts"
import { lockBooking } from "../../booking-record/lock-booking.ts"

type CertificateRequirementProblem = { kind: "closed" }

export async function setCertificateRequired(
  actor: Staff,
  bookingId: BookingId,
  required: boolean,
  at: Date = new Date(),
): Promise<Result<{ changed: boolean }, CertificateRequirementProblem>> {
  return transaction(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    if (!booking || !canBePrepared(booking, at)) return err({ kind: "closed" })
    if ((await readInsurance(booking, at, tx)).isRequired === required) return ok({ changed: false })
    await tx
      .insert(insuranceCertificates)
      .values({ bookingId, asked: required })
      .onConflictDoUpdate({ target: insuranceCertificates.bookingId, set: { asked: required } })
    if (!required) await eraseCertificates(tx, sql`select ${bookingId}::uuid`, at)
    await recordEvent(tx, {
      by: actor,
      action: required ? "booking.insurance-asked" : "booking.insurance-waived",
      subject: bookingId,
      details: {},
      at,
    })
    return ok({ changed: true })
  })
}

export async function createInsuranceLink(
  booking: { id: BookingId; returnsOn: Day },
  at: Date = new Date(),
): Promise<string> {
  return transaction(async (tx) => (await createBookingLink(tx, { booking, purpose: "insurance", at })).secret)
}
