import { createHash } from "node:crypto"
import { and, eq, isNull } from "drizzle-orm"
import { type MachineReport, reportLabels } from "../../../domain/booking/condition-report.ts"
import type { Id } from "../../../domain/id.ts"
import { rentalRangeLabel } from "../../../domain/rental/rental-times.ts"
import { type Rental, isSamePeriod, rentalLabel } from "../../../domain/rental/rental.ts"
import { readSiteConfig } from "../../shop/content/site.ts"
import { db } from "../../platform/database.server.ts"
import { toDocumentCompany } from "../contract-document.ts"
import { readRentals } from "../rentals.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { conditionReports } from "../../platform/schema/condition-reports.ts"
import { storage } from "../../platform/storage/current.server.ts"
import { ObjectExists } from "../../platform/storage/storage.ts"
import { type ConditionReport, REPORT_BUCKET, listPhotos } from "./record.ts"

/** The first of two concurrent runs wins. */
export async function sealReport({ reportId }: { reportId: Id }): Promise<string> {
  const [report] = await db.select().from(conditionReports).where(eq(conditionReports.id, reportId))
  if (!report) return "no such report"
  if (report.pdfKey !== null) return "sealed before"
  await createDocument(report)
  return "sealed"
}

export async function openReport(report: ConditionReport): Promise<{ body: ReadableStream<Uint8Array>; size: number }> {
  if (report.pdfKey === null) await createDocument(report)
  const [row] = await db
    .select({ key: conditionReports.pdfKey })
    .from(conditionReports)
    .where(eq(conditionReports.id, report.id))
  const file = row?.key ? await (await storage()).get(REPORT_BUCKET, row.key) : null
  if (!file) throw new Error(`The document of report ${report.id} is not in the storage`)
  return file
}

export function reportFileName(report: ConditionReport, number: number): string {
  return `etat-des-lieux-${report.leg === "out" ? "depart" : "retour"}-${number}.pdf`
}

/** Reports from before have one section for all machines. */
function toMachines({ machines, damaged, remarks }: ConditionReport, booking: typeof bookings.$inferSelect) {
  if (machines.length > 0) return machines
  return [{ rental: 1, productName: booking.productName, units: "", dates: booking.dates, damaged, remarks }]
}

/** A report keeps its days when the booking has moved since. */
function timesOfMachine({ rental, dates }: MachineReport, rentals: readonly Rental[]): string {
  const own = rentals.find(({ position }) => position === rental)
  return own && isSamePeriod(own, { dates }) ? rentalRangeLabel(own) : rentalLabel({ dates })
}

async function createDocument(report: ConditionReport): Promise<void> {
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, report.bookingId))
  if (!booking) throw new Error(`Report ${report.id} has no booking`)
  const rentals = (await readRentals([booking.id])).get(booking.id) ?? []
  const store = await storage()
  const listed = await listPhotos(report.id)
  const photos = await Promise.all(
    listed.map(async ({ fileKey }) => {
      const file = await store.get(REPORT_BUCKET, fileKey)
      if (!file) throw new Error(`The photograph ${fileKey} is not in the storage`)
      return new Uint8Array(await new Response(file.body).arrayBuffer())
    }),
  )
  // Loads the typesetting compiler lazily.
  const { reportPdf } = await import("../../platform/documents/report-pdf.ts")
  const { pdf } = await reportPdf(
    {
      report,
      label: reportLabels[report.leg],
      number: booking.number,
      machines: toMachines(report, booking).map((machine) => ({
        ...machine,
        when: timesOfMachine(machine, rentals),
        photos: listed.flatMap(({ rental }, index) => ((rental ?? machine.rental) === machine.rental ? index : [])),
      })),
      company: toDocumentCompany(await readSiteConfig()),
    },
    photos,
  )
  const sha256 = createHash("sha256").update(pdf).digest("hex")
  const key = `${report.bookingId}/${sha256}.pdf`
  try {
    await store.put({
      bucket: REPORT_BUCKET,
      path: key,
      body: pdf,
      contentType: "application/pdf",
      cacheControl: "private, no-store",
    })
  } catch (error) {
    if (!(error instanceof ObjectExists)) throw error
  }
  await db
    .update(conditionReports)
    .set({ pdfKey: key, pdfSha256: sha256 })
    .where(and(eq(conditionReports.id, report.id), isNull(conditionReports.pdfKey)))
}
