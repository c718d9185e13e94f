import { randomUUID } from "node:crypto"
import { and, asc, desc, eq, inArray } from "drizzle-orm"
import type { Administrator } from "../../../domain/accounts/party.ts"
import { MAX_REPORT_REMARKS, REPORT_PHOTO_SIDE } from "../../../domain/booking/condition-report.ts"
import type { Leg } from "../../../domain/booking/route.ts"
import { statusAt } from "../../../domain/booking/status.ts"
import type { Signature } from "../../../domain/contracts/evidence.ts"
import { type SignatureProblem, checkSignature } from "../../../domain/contracts/signature.ts"
import type { BookingId, Id } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { type Executor, db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { acceptImage } from "../../platform/images/accept.ts"
import { fromPixels } from "../../platform/images/pixels.ts"
import type { ImageRefusal } from "../../platform/images/refusals.ts"
import { enqueue } from "../../platform/queue/queue.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { conditionReportPhotos, conditionReports } from "../../platform/schema/condition-reports.ts"
import { storage } from "../../platform/storage/current.server.ts"

/** Where photographs and documents of reports are kept; never served but by a route that asks who reads. */
export const REPORT_BUCKET = "condition-reports"

export type ConditionReport = typeof conditionReports.$inferSelect
export type ReportPhoto = typeof conditionReportPhotos.$inferSelect

type Signing = { name: string; signature: Signature }

export type ReportToRecord = {
  /** Made with the form: sent twice it is one report. */
  id: Id
  bookingId: BookingId
  leg: Leg
  damaged: boolean
  remarks: string
  /** Files as they were sent; judged here. */
  photos: readonly Uint8Array[]
  client: Signing
  company: Signing
}

export type ReportProblem =
  | { kind: "not-found" }
  | { kind: "not-confirmed" }
  | { kind: "remarks-too-long" }
  /** Something is broken, and nobody says what. */
  | { kind: "remarks-missing" }
  | { kind: "signature"; whose: "client" | "company"; problem: SignatureProblem }
  /** `position`: which of those that were given. */
  | { kind: "photo"; position: number; refusal: ImageRefusal }

/**
 * Notes what the equipment is like as it leaves or comes back, with photographs and both signatures, and promises the
 * sealed document. Photographs are kept before the transaction: one that breaks leaves files that nothing names.
 */
export async function recordReport(
  actor: Administrator,
  given: ReportToRecord,
  at: Date = new Date(),
): Promise<Result<{ report: ConditionReport; repeated: boolean }, ReportProblem>> {
  const known = await reportOf(given.bookingId, given.id)
  if (known) return ok({ report: known, repeated: true })
  const remarks = given.remarks.trim()
  if (remarks.length > MAX_REPORT_REMARKS) return err({ kind: "remarks-too-long" })
  if (given.damaged && remarks === "") return err({ kind: "remarks-missing" })
  const client = checkSignature(given.client)
  if (!client.ok) return err({ kind: "signature", whose: "client", problem: client.error })
  const company = checkSignature(given.company)
  if (!company.ok) return err({ kind: "signature", whose: "company", problem: company.error })
  const accepted = []
  for (const [position, body] of given.photos.entries()) {
    const photo = await acceptImage(body)
    if (!photo.ok) return err({ kind: "photo", position, refusal: photo.error })
    accepted.push(
      await fromPixels(photo.value.pixels)
        .resize({ width: REPORT_PHOTO_SIDE, height: REPORT_PHOTO_SIDE, fit: "inside", withoutEnlargement: true })
        .flatten({ background: "#ffffff" })
        .jpeg({ quality: 80 })
        .toBuffer({ resolveWithObject: true }),
    )
  }
  const store = await storage()
  const photos: ReportPhoto[] = []
  for (const [position, { data, info }] of accepted.entries()) {
    const fileKey = `${given.bookingId}/${randomUUID()}.jpg`
    await store.put({
      bucket: REPORT_BUCKET,
      path: fileKey,
      body: data,
      contentType: "image/jpeg",
      cacheControl: "private, no-store",
    })
    photos.push({ reportId: given.id, position, fileKey, width: info.width, height: info.height })
  }
  return transaction(async (tx) => {
    const [booking] = await tx.select().from(bookings).where(eq(bookings.id, given.bookingId)).for("update")
    if (!booking) return err({ kind: "not-found" })
    if (statusAt(booking, at) !== "confirmed") return err({ kind: "not-confirmed" })
    const [report] = await tx
      .insert(conditionReports)
      .values({
        id: given.id,
        bookingId: booking.id,
        leg: given.leg,
        damaged: given.damaged,
        remarks,
        clientName: client.value.name,
        clientSignature: client.value.signature,
        companyName: company.value.name,
        companySignature: company.value.signature,
        recordedAt: at,
        recordedBy: actor.id,
      })
      .onConflictDoNothing()
      .returning()
    if (!report) {
      const meanwhile = await tx.select().from(conditionReports).where(eq(conditionReports.id, given.id))
      const same = meanwhile.find(({ bookingId }) => bookingId === booking.id)
      return same ? ok({ report: same, repeated: true }) : err({ kind: "not-found" })
    }
    if (photos.length > 0) await tx.insert(conditionReportPhotos).values(photos)
    await recordEvent(tx, {
      by: actor,
      action: "booking.condition-reported",
      subject: booking.id,
      details: { report: report.id, leg: report.leg, damaged: report.damaged, photos: photos.length },
      at,
    })
    await enqueue(tx, "seal-report", { reportId: report.id })
    return ok({ report, repeated: false })
  })
}

/** The reports of a booking, the first first. */
export function reportsOf(bookingId: BookingId): Promise<ConditionReport[]> {
  return db
    .select()
    .from(conditionReports)
    .where(eq(conditionReports.bookingId, bookingId))
    .orderBy(asc(conditionReports.recordedAt), asc(conditionReports.id))
}

export type SignedReport = Pick<ConditionReport, "bookingId" | "leg" | "recordedAt">

/** When the equipment of these bookings left and came back, as both sides have signed. */
export async function signedReportsOf(
  bookingIds: readonly BookingId[],
  executor: Executor = db,
): Promise<SignedReport[]> {
  if (bookingIds.length === 0) return []
  const { bookingId, leg, recordedAt } = conditionReports
  return executor
    .select({ bookingId, leg, recordedAt })
    .from(conditionReports)
    .where(inArray(bookingId, [...bookingIds]))
    .orderBy(asc(recordedAt))
}

/** A report of that booking; null for any other. */
export async function reportOf(bookingId: BookingId, id: Id): Promise<ConditionReport | null> {
  const [report] = await db
    .select()
    .from(conditionReports)
    .where(and(eq(conditionReports.id, id), eq(conditionReports.bookingId, bookingId)))
  return report ?? null
}

/** What the equipment was like when it came back, as it was last noted: what a claim on the deposit refers to. */
export async function latestReturnReport(
  bookingId: BookingId,
  executor: Executor = db,
): Promise<ConditionReport | null> {
  const [report] = await executor
    .select()
    .from(conditionReports)
    .where(and(eq(conditionReports.bookingId, bookingId), eq(conditionReports.leg, "back")))
    .orderBy(desc(conditionReports.recordedAt), desc(conditionReports.id))
    .limit(1)
  return report ?? null
}

/** The photographs of a report, in order. */
export function photosOf(reportId: Id): Promise<ReportPhoto[]> {
  return db
    .select()
    .from(conditionReportPhotos)
    .where(eq(conditionReportPhotos.reportId, reportId))
    .orderBy(asc(conditionReportPhotos.position))
}
