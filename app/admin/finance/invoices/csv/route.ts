import { dayInParis } from "../../../../../domain/day.ts"
import { invoiceKindLabels } from "../../../../../domain/invoicing/invoice.ts"
import { effectiveVatRate } from "../../../../../domain/invoicing/vat.ts"
import { type CsvCell, csvDay, toCsv } from "../../../../../isomorphic/csv.ts"
import { recordExport } from "../../../../../server/platform/events/record-export.ts"
import { type ExportedInvoice, listExportedInvoices } from "../../../../../server/money/invoicing/list.ts"
import { loadScreen } from "../../../../http/load.server.ts"
import { requireEditor } from "../../../kit/edits.server.ts"
import { invoicesList } from "../../../kit/invoice-url.ts"
import { readListUrl } from "../../../kit/list-url.ts"
import { invoiceExportAct, toInvoiceFilter } from "../filter.server.ts"
import type { Route } from "./+types/route"

const header = [
  "Numéro",
  "Date",
  "Document",
  "Réservation",
  "Client",
  "SIREN",
  "N° de TVA",
  "Taux de TVA (%)",
  "HT (€)",
  "TVA (€)",
  "Total (€)",
  "Acomptes déduits (€)",
  "Reste (€)",
  "Annule",
  "SHA-256",
]

/** Credit notes are negative. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const editor = requireEditor(context)
  const filter = toInvoiceFilter(readListUrl(url.searchParams, invoicesList))
  const rows = await loadScreen("Error loading invoices", async () => {
    await recordExport(editor, invoiceExportAct("csv", filter))
    return listExportedInvoices(filter)
  })
  return new Response(toCsv(header, rows.map(toRow)), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="factures-${dayInParis(new Date())}.csv"`,
      "Cache-Control": "no-store",
    },
  })
}

function toRow({ number, kind, issuedOn, content, net, vat, total, amount, pdfSha256 }: ExportedInvoice): CsvCell[] {
  const sign = kind === "credit-note" ? -1 : 1
  return [
    number,
    csvDay(issuedOn),
    invoiceKindLabels[kind],
    content.booking.number,
    content.buyer.name,
    content.buyer.siren ?? "",
    content.buyer.vatNumber ?? "",
    effectiveVatRate(content.vat) / 100,
    { cents: sign * net },
    { cents: sign * vat },
    { cents: sign * total },
    { cents: sign * (total - amount) },
    { cents: sign * amount },
    content.credits?.number ?? "",
    pdfSha256 ?? "",
  ]
}
