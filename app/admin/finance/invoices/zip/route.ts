import { buffer } from "node:stream/consumers"
import { Zip, ZipPassThrough } from "fflate"
import { type Day, addDays, addMonths, isMonth } from "../../../../../domain/day.ts"
import { recordExport } from "../../../../../server/platform/events/record-export.ts"
import { invoiceFileName, openInvoice } from "../../../../../server/money/invoicing/invoice-files.ts"
import { type ExportedInvoice, exportedInvoices } from "../../../../../server/money/invoicing/list.ts"
import { log } from "../../../../../server/platform/log.ts"
import { loadScreen } from "../../../../http/load.server.ts"
import { editorOf } from "../../../kit/edits.server.ts"
import { invoiceExportAct } from "../filter.server.ts"
import type { Route } from "./+types/route"

/** The files of one month, one after the other: PDFs are small already. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const editor = editorOf(context)
  const month = url.searchParams.get("mois") ?? ""
  if (!isMonth(month)) throw new Response(null, { status: 404 })
  const from: Day = `${month}-01`
  const filter = { search: "", kind: null, from, until: addDays(`${addMonths(month, 1)}-01`, -1) }
  const rows = await loadScreen("Error loading invoices", async () => {
    await recordExport(editor, invoiceExportAct("zip", filter))
    return exportedInvoices(filter)
  })
  if (rows.length === 0) throw new Response(null, { status: 404 })
  return new Response(zipOf(rows), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="factures-${month}.zip"`,
      "Cache-Control": "no-store",
    },
  })
}

/** Written while it is read: a file at a time is in memory. One that cannot be read breaks the archive off, which the browser tells. */
function zipOf(rows: readonly ExportedInvoice[]): ReadableStream<Uint8Array> {
  const left = rows.values()
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
      const { value: invoice, done } = left.next()
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
