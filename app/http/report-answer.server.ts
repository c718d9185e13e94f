import { openReport, reportFileName } from "../../server/booking-record/condition/document.ts"
import { reportOf } from "../../server/booking-record/condition/record.ts"
import { type BookingId, readId } from "../../domain/id.ts"
import { sendPrivateFile } from "./private-file.server.ts"

/** A report of that booking as a file, for anyone who may have it: the caller has asked. A 404 for that of another. */
export async function sendReportFile(booking: { id: BookingId; number: number }, asked: string): Promise<Response> {
  const id = readId(asked)
  const report = id && (await reportOf(booking.id, id))
  if (!report) throw new Response(null, { status: 404 })
  const name = reportFileName(report, booking.number)
  return sendPrivateFile({ ...(await openReport(report)), type: "application/pdf", name })
}
