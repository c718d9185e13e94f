import { type SQL, eq, sql } from "drizzle-orm"
import type { CertificateType, InsuranceState } from "../../../domain/booking/insurance.ts"
import type { BookingId } from "../../../domain/id.ts"
import type { Booking } from "../../booking-record/booking.ts"
import { type Executor, db } from "../../platform/database.server.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { insuranceCertificates } from "../../platform/schema/insurance.ts"
import { storage } from "../../platform/storage/current.server.ts"
import type { OpenObject } from "../../platform/storage/storage.ts"
import { canBePrepared } from "../preparing.ts"

/** Serve it only behind an access check. */
export const INSURANCE_BUCKET = "insurance"

type Certificate = typeof insuranceCertificates.$inferSelect

export type Insurance = { state: InsuranceState; isRequired: boolean; certificate: Certificate | null }

/** Required when one of the products asks; the owner's choice overrides them (decision 52). */
export async function readInsurance(booking: Booking, at: Date, executor: Executor = db): Promise<Insurance> {
  const [row] = await executor
    .select({ byProduct: asksInsurance(sql`${bookings.id}`), certificate: insuranceCertificates })
    .from(bookings)
    .leftJoin(insuranceCertificates, eq(insuranceCertificates.bookingId, bookings.id))
    .where(eq(bookings.id, booking.id))
  const certificate = row?.certificate ?? null
  const isRequired = certificate?.asked ?? row?.byProduct ?? false
  return { state: toInsuranceState(certificate, isRequired, canBePrepared(booking, at)), isRequired, certificate }
}

export function asksInsurance(bookingId: SQL): SQL<boolean> {
  return sql`exists (
    select from rented_products join products on products.id = product_id
    where rented_products.booking_id = ${bookingId} and products.asks_insurance)`
}

/** An erased certificate may be handed in again. */
function toInsuranceState(certificate: Certificate | null, isRequired: boolean, open: boolean): InsuranceState {
  const { handedInAt = null, erasedAt = null, size = null } = certificate ?? {}
  if (handedInAt && size !== null) return { kind: "handed-in", at: handedInAt, size }
  if (isRequired && open) return { kind: "missing" }
  if (handedInAt && erasedAt) return { kind: "erased", handedInAt, at: erasedAt }
  return { kind: isRequired ? "missing" : "not-asked" }
}

export async function openCertificate(bookingId: BookingId): Promise<(OpenObject & { type: CertificateType }) | null> {
  const [row] = await db.select().from(insuranceCertificates).where(eq(insuranceCertificates.bookingId, bookingId))
  if (!row?.fileKey || !row.contentType) return null
  const file = await (await storage()).get(INSURANCE_BUCKET, row.fileKey)
  return file && { ...file, type: row.contentType }
}

export function certificateFileName(type: CertificateType, number: number): string {
  return `attestation-assurance-${number}.${type === "application/pdf" ? "pdf" : "jpg"}`
}
