import { openReport, reportFileName } from "../../server/condition/document.ts"
import { reportOf } from "../../server/condition/record.ts"
import { type BookingId, readId } from "../../domain/id.ts"

/** A report of that booking as a file, for anyone who may have it: the caller has asked. A 404 for that of another. */
export async function sendReportFile(booking: { id: BookingId; number: number }, asked: string): Promise<Response> {
  const id = readId(asked)
  const report = id && (await reportOf(booking.id, id))
  if (!report) throw new Response(null, { status: 404 })
  const { body, size } = await openReport(report)
  return new Response(body, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="${reportFileName(report, booking.number)}"`,
      "Content-Length": String(size),
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Referrer-Policy": "no-referrer",
      "X-Robots-Tag": "noindex",
    },
  })
}
