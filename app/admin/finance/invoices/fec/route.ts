import { dayInParis } from "../../../../../domain/day.ts"
import { fecColumns, fecRows } from "../../../../../domain/invoicing/accounting.ts"
import { recordExport } from "../../../../../server/platform/events/record-export.ts"
import { type ExportedInvoice, exportedInvoices } from "../../../../../server/money/invoicing/list.ts"
import { loadScreen } from "../../../../http/load.server.ts"
import { editorOf } from "../../../kit/edits.server.ts"
import { invoicesList } from "../../../kit/invoice-url.ts"
import { readListUrl } from "../../../kit/list-url.ts"
import { invoiceExportAct, invoiceFilterOf } from "../filter.server.ts"
import type { Route } from "./+types/route"

/** The sales journal of what the list shows, in the columns of article A47 A-1 of the LPF: tabs between, UTF-8. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const editor = editorOf(context)
  const filter = invoiceFilterOf(readListUrl(url.searchParams, invoicesList))
  const rows = await loadScreen("Error loading invoices", async () => {
    await recordExport(editor, invoiceExportAct("fec", filter))
    return exportedInvoices(filter)
  })
  const lines = [fecColumns, ...fecRows(rows.map(booked))].map((row) => row.map(plain).join("\t"))
  const siren = rows[0]?.content.seller.siret.slice(0, 9) ?? ""
  const until = (filter.until ?? dayInParis(new Date())).replaceAll("-", "")
  return new Response(`${lines.join("\r\n")}\r\n`, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Disposition": `attachment; filename="${siren}FEC${until}.txt"`,
      "Cache-Control": "no-store",
    },
  })
}

function booked({ number, entry, customerId, content }: ExportedInvoice) {
  const account = `C${customerId.replaceAll("-", "").slice(0, 10).toUpperCase()}`
  return { number, entry, customer: { account, name: content.buyer.name }, content }
}

/** A tab or a line's end would be read as a column or an entry of its own. */
function plain(text: string): string {
  return text.replace(/[\t\r\n]+/g, " ")
}
