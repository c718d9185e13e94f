import { dayInParis } from "../../../../../domain/day.ts"
import { fecColumns, fecRows } from "../../../../../domain/invoicing/accounting.ts"
import { recordExport } from "../../../../../server/platform/events/record-export.ts"
import { type ExportedInvoice, listExportedInvoices } from "../../../../../server/money/invoicing/list.ts"
import { loadScreen } from "../../../../http/load.server.ts"
import { requireEditor } from "../../../kit/edits.server.ts"
import { invoicesList } from "../../../kit/invoice-url.ts"
import { readListUrl } from "../../../kit/list-url.ts"
import { invoiceExportAct, toInvoiceFilter } from "../filter.server.ts"
import type { Route } from "./+types/route"

/** Article A47 A-1 of the LPF: tab-separated, UTF-8. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const editor = requireEditor(context)
  const filter = toInvoiceFilter(readListUrl(url.searchParams, invoicesList))
  const rows = await loadScreen("Error loading invoices", async () => {
    await recordExport(editor, invoiceExportAct("fec", filter))
    return listExportedInvoices(filter)
  })
  const lines = [fecColumns, ...fecRows(rows.map(toFecEntry))].map((row) => row.map(singleLine).join("\t"))
  const siren = rows[0]?.content.seller.siret.slice(0, 9) ?? ""
  const until = filter.until ?? dayInParis(new Date())
  return new Response(`${lines.join("\r\n")}\r\n`, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Disposition": `attachment; filename="JournalVentes-${siren}-${until}.txt"`,
      "Cache-Control": "no-store",
    },
  })
}

function toFecEntry({ number, entry, customerId, content }: ExportedInvoice) {
  const account = `C${customerId.replaceAll("-", "").slice(0, 10).toUpperCase()}`
  return { number, entry, customer: { account, name: content.buyer.name }, content }
}

/** A tab or line break would start a new column or entry. */
function singleLine(text: string): string {
  return text.replace(/[\t\r\n]+/g, " ")
}
