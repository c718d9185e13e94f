import { eq } from "drizzle-orm"
import type { CertificateType, InsuranceState } from "../../../domain/booking/insurance.ts"
import { statusAt } from "../../../domain/booking/status.ts"
import { dayInParis } from "../../../domain/day.ts"
import type { BookingId } from "../../../domain/id.ts"
import type { Booking } from "../../booking-record/booking.ts"
import { type Executor, db } from "../../platform/database.server.ts"
import { products } from "../../platform/schema/catalog.ts"
import { insuranceCertificates } from "../../platform/schema/insurance.ts"
import { storage } from "../../platform/storage/current.server.ts"
import type { OpenObject } from "../../platform/storage/storage.ts"

/** Where certificates are kept; never served but by a route that asks who reads. */
export const INSURANCE_BUCKET = "insurance"

export type Certificate = typeof insuranceCertificates.$inferSelect

/** What is known of the certificate of a booking; `asked`: by its product, or by the owner for this booking. */
export type Insurance = { state: InsuranceState; asked: boolean; certificate: Certificate | null }

/** Reads the certificate of a booking: the owner's own word about it goes before what its product says (decision 52). */
export async function readInsurance(booking: Booking, at: Date, executor: Executor = db): Promise<Insurance> {
  const [row] = await executor
    .select({ byProduct: products.asksInsurance, certificate: insuranceCertificates })
    .from(products)
    .leftJoin(insuranceCertificates, eq(insuranceCertificates.bookingId, booking.id))
    .where(eq(products.id, booking.productId))
  const certificate = row?.certificate ?? null
  const asked = certificate?.asked ?? row?.byProduct ?? false
  return { state: stateOf(certificate, asked, takesCertificate(booking, at)), asked, certificate }
}

/** One that was erased is missing again where it is asked for and can be handed in: the booking came back, say. */
function stateOf(certificate: Certificate | null, asked: boolean, open: boolean): InsuranceState {
  const { handedInAt = null, erasedAt = null, size = null } = certificate ?? {}
  if (handedInAt && size !== null) return { kind: "handed-in", at: handedInAt, size }
  if (asked && open) return { kind: "missing" }
  if (handedInAt && erasedAt) return { kind: "erased", handedInAt, at: erasedAt }
  return { kind: asked ? "missing" : "not-asked" }
}

/** A certificate is handed in for a confirmed booking, until its last day is over. */
export function takesCertificate(booking: Booking, at: Date): boolean {
  return statusAt(booking, at) === "confirmed" && booking.lastDay >= dayInParis(at)
}

/** The file of a booking's certificate; null where there is none, or not any more. */
export async function openCertificate(bookingId: BookingId): Promise<(OpenObject & { type: CertificateType }) | null> {
  const [row] = await db.select().from(insuranceCertificates).where(eq(insuranceCertificates.bookingId, bookingId))
  if (!row?.fileKey || !row.contentType) return null
  const file = await (await storage()).get(INSURANCE_BUCKET, row.fileKey)
  return file && { ...file, type: row.contentType }
}

/** "attestation-assurance-1042.pdf" */
export function certificateFileName(type: CertificateType, number: number): string {
  return `attestation-assurance-${number}.${type === "application/pdf" ? "pdf" : "jpg"}`
}
