import { randomUUID } from "node:crypto"
import { and, asc, desc, eq, inArray } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import { MAX_REPORT_REMARKS, type MachineReport, REPORT_PHOTO_SIDE } from "../../../domain/booking/condition-report.ts"
import type { Leg } from "../../../domain/booking/route.ts"
import { effectiveStatus } from "../../../domain/booking/status.ts"
import type { Signature } from "../../../domain/contracts/evidence.ts"
import { type SignatureProblem, checkSignature } from "../../../domain/contracts/signature.ts"
import type { BookingId, Id } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { machinesLabel, machinesOfRental } from "../../../domain/availability/rented-machines.ts"
import { rentalDays } from "../../../domain/rental/rental.ts"
import { findRentedUnits } from "../../availability/booked-units.ts"
import { findOwnStops } from "../shifts.ts"
import { readRentals } from "../rentals.ts"
import { type Executor, type Transaction, db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { acceptPhoto } from "../../platform/images/accept-photo.ts"
import type { ImageRefusal } from "../../platform/images/refusals.ts"
import { enqueue } from "../../platform/queue/queue.ts"
import { conditionReportPhotos, conditionReports } from "../../platform/schema/condition-reports.ts"
import { storage } from "../../platform/storage/current.server.ts"
import { lockBooking } from "../lock-booking.ts"

/** Private: serve it only behind an access check. */
export const REPORT_BUCKET = "condition-reports"

export type ConditionReport = typeof conditionReports.$inferSelect
export type ReportPhoto = typeof conditionReportPhotos.$inferSelect

/** `rental` is its position; `photos` are unchecked uploads. */
export type MachineInput = { rental: number; damaged: boolean; remarks: string; photos: readonly Uint8Array[] }

type SignerInput = { name: string; signature: Signature }

export type ReportToRecord = {
  /** Comes from the form, so a repeated post makes one report. */
  id: Id
  bookingId: BookingId
  leg: Leg
  machines: readonly MachineInput[]
  client: SignerInput
  company: SignerInput
}

export type ReportProblem =
  | { kind: "not-found" }
  | { kind: "not-confirmed" }
  | { kind: "no-machine" }
  | { kind: "remarks-too-long"; rental: number }
  | { kind: "remarks-missing"; rental: number }
  | { kind: "signature"; signer: "client" | "company"; problem: SignatureProblem }
  | { kind: "photo"; rental: number; position: number; refusal: ImageRefusal }

/** Stores photographs before the transaction; a rollback leaves orphaned files. */
export async function recordReport(
  actor: Staff,
  input: ReportToRecord,
  at: Date = new Date(),
): Promise<Result<{ report: ConditionReport; repeated: boolean }, ReportProblem>> {
  const existing = await findReport(input.bookingId, input.id)
  if (existing) return ok({ report: existing, repeated: true })
  if (input.machines.length === 0) return err({ kind: "no-machine" })
  const machines = input.machines.map((machine) => ({ ...machine, remarks: machine.remarks.trim() }))
  for (const { rental, damaged, remarks } of machines) {
    if (remarks.length > MAX_REPORT_REMARKS) return err({ kind: "remarks-too-long", rental })
    if (damaged && remarks === "") return err({ kind: "remarks-missing", rental })
  }
  const client = checkSignature(input.client)
  if (!client.ok) return err({ kind: "signature", signer: "client", problem: client.error })
  const company = checkSignature(input.company)
  if (!company.ok) return err({ kind: "signature", signer: "company", problem: company.error })
  const accepted = []
  for (const { rental, photos: bodies } of machines) {
    for (const [position, body] of bodies.entries()) {
      const photo = await acceptPhoto(body, REPORT_PHOTO_SIDE)
      if (!photo.ok) return err({ kind: "photo", rental, position, refusal: photo.error })
      accepted.push({ rental, ...photo.value })
    }
  }
  const store = await storage()
  const photos: ReportPhoto[] = []
  for (const [position, { rental, data, info }] of accepted.entries()) {
    const fileKey = `${input.bookingId}/${randomUUID()}.jpg`
    await store.put({
      bucket: REPORT_BUCKET,
      path: fileKey,
      body: data,
      contentType: "image/jpeg",
      cacheControl: "private, no-store",
    })
    photos.push({ reportId: input.id, position, rental, fileKey, width: info.width, height: info.height })
  }
  return transaction(async (tx) => {
    const booking = await lockBooking(tx, input.bookingId)
    const isOwn = await findOwnStops({ person: actor, at, comesLate: true }, tx)
    if (!booking || !isOwn(input)) return err({ kind: "not-found" })
    if (effectiveStatus(booking, at) !== "confirmed") return err({ kind: "not-confirmed" })
    const sections = await nameMachines(tx, booking.id, machines)
    if (!sections) return err({ kind: "not-found" })
    const [report] = await tx
      .insert(conditionReports)
      .values({
        id: input.id,
        bookingId: booking.id,
        leg: input.leg,
        damaged: sections.some(({ damaged }) => damaged),
        remarks: joinRemarks(sections),
        machines: sections,
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
      const concurrent = await tx.select().from(conditionReports).where(eq(conditionReports.id, input.id))
      const duplicate = concurrent.find(({ bookingId }) => bookingId === booking.id)
      return duplicate ? ok({ report: duplicate, repeated: true }) : err({ kind: "not-found" })
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

/** null when the booking has no such rental. */
async function nameMachines(
  tx: Transaction,
  bookingId: BookingId,
  machines: readonly MachineInput[],
): Promise<MachineReport[] | null> {
  const rentals = (await readRentals([bookingId], tx)).get(bookingId) ?? []
  const units = await findRentedUnits([bookingId], tx)
  const sections = machines.flatMap(({ rental: position, damaged, remarks }): MachineReport[] => {
    const rental = rentals.find((each) => each.position === position)
    if (!rental) return []
    const { productName } = rental
    const ownUnits = units.filter((each) => each.rental === position)
    const label = machinesLabel(machinesOfRental(rental, ownUnits))
    return [{ rental: position, productName, units: label, dates: rentalDays(rental), damaged, remarks }]
  })
  return sections.length === machines.length ? sections : null
}

function joinRemarks(sections: readonly MachineReport[]): string {
  const [first, ...others] = sections
  if (first && others.length === 0) return first.remarks
  return sections
    .filter(({ remarks }) => remarks !== "")
    .map(({ productName, remarks }) => `${productName}\u00a0: ${remarks}`)
    .join("\n")
}

export function listReports(bookingId: BookingId): Promise<ConditionReport[]> {
  return db
    .select()
    .from(conditionReports)
    .where(eq(conditionReports.bookingId, bookingId))
    .orderBy(asc(conditionReports.recordedAt), asc(conditionReports.id))
}

export type SignedReport = Pick<ConditionReport, "bookingId" | "leg" | "recordedAt" | "machines">

export async function listSignedReports(
  bookingIds: readonly BookingId[],
  executor: Executor = db,
): Promise<SignedReport[]> {
  if (bookingIds.length === 0) return []
  const { bookingId, leg, recordedAt, machines } = conditionReports
  return executor
    .select({ bookingId, leg, recordedAt, machines })
    .from(conditionReports)
    .where(inArray(bookingId, [...bookingIds]))
    .orderBy(asc(recordedAt))
}

export async function findReport(bookingId: BookingId, id: Id): Promise<ConditionReport | null> {
  const [report] = await db
    .select()
    .from(conditionReports)
    .where(and(eq(conditionReports.id, id), eq(conditionReports.bookingId, bookingId)))
  return report ?? null
}

export async function findLatestReturnReport(
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

export function listPhotos(reportId: Id): Promise<ReportPhoto[]> {
  return db
    .select()
    .from(conditionReportPhotos)
    .where(eq(conditionReportPhotos.reportId, reportId))
    .orderBy(asc(conditionReportPhotos.position))
}
