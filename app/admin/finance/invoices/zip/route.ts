import { buffer } from "node:stream/consumers"
import { Zip, ZipPassThrough } from "fflate"
import { type Day, addDays, addMonths, isMonth } from "../../../../../domain/day.ts"
import { recordExport } from "../../../../../server/platform/events/record-export.ts"
import { invoiceFileName, openInvoice } from "../../../../../server/money/invoicing/invoice-files.ts"
import { type ExportedInvoice, listExportedInvoices } from "../../../../../server/money/invoicing/list.ts"
import { log } from "../../../../../server/platform/log.ts"
import { loadScreen } from "../../../../http/load.server.ts"
import { requireEditor } from "../../../kit/edits.server.ts"
import { invoiceExportAct } from "../filter.server.ts"
import type { Route } from "./+types/route"

/** Stored uncompressed: PDFs are compressed already. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const editor = requireEditor(context)
  const month = url.searchParams.get("mois") ?? ""
  if (!isMonth(month)) throw new Response(null, { status: 404 })
  const from: Day = `${month}-01`
  const filter = { search: "", kind: null, from, until: addDays(`${addMonths(month, 1)}-01`, -1) }
  const rows = await loadScreen("Error loading invoices", async () => {
    await recordExport(editor, invoiceExportAct("zip", filter))
    return listExportedInvoices(filter)
  })
  if (rows.length === 0) throw new Response(null, { status: 404 })
  return new Response(zipStream(rows), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="factures-${month}.zip"`,
      "Cache-Control": "no-store",
    },
  })
}

/** Holds one file in memory at a time. An unreadable file aborts the download, which the browser reports. */
function zipStream(rows: readonly ExportedInvoice[]): ReadableStream<Uint8Array> {
  const remaining = rows.values()
  let zip: Zip
  return new ReadableStream({
    start(archive) {
      zip = new Zip((error, chunk, final) => {
        if (error) archive.error(error)
        else {
          archive.enqueue(chunk)
          if (final) archive.close()
        }
      })
    },
    async pull(archive) {
      const { value: invoice, done } = remaining.next()
      if (done) return zip.end()
      try {
        const { body } = await openInvoice(invoice)
        const file = new ZipPassThrough(invoiceFileName(invoice))
        file.mtime = invoice.issuedAt
        zip.add(file)
        file.push(await buffer(body), true)
      } catch (error) {
        log.error("Error reading an invoice", { error })
        archive.error(error)
      }
    },
  })
}
