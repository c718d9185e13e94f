import { openReport, reportFileName } from "../../server/booking-record/condition/document.ts"
import { findReport } from "../../server/booking-record/condition/record.ts"
import { type BookingId, readId } from "../../domain/id.ts"
import { sendPrivateFile } from "./private-file.server.ts"

/** The caller must check access first. */
export async function sendReportFile(booking: { id: BookingId; number: number }, reportId: string): Promise<Response> {
  const id = readId(reportId)
  const report = id && (await findReport(booking.id, id))
  if (!report) throw new Response(null, { status: 404 })
  const name = reportFileName(report, booking.number)
  return sendPrivateFile({ ...(await openReport(report)), type: "application/pdf", name })
}
