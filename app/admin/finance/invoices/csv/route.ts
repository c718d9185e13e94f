import { dayInParis } from "../../../../../domain/day.ts"
import { invoiceKindLabels } from "../../../../../domain/invoicing/invoice.ts"
import { rateOf } from "../../../../../domain/invoicing/vat.ts"
import { type CsvCell, csvDay, csvOf } from "../../../../../isomorphic/csv.ts"
import { recordExport } from "../../../../../server/platform/events/record-export.ts"
import { type ExportedInvoice, exportedInvoices } from "../../../../../server/money/invoicing/list.ts"
import { loadScreen } from "../../../../http/load.server.ts"
import { editorOf } from "../../../kit/edits.server.ts"
import { invoicesList } from "../../../kit/invoice-url.ts"
import { readListUrl } from "../../../kit/list-url.ts"
import { invoiceExportAct, invoiceFilterOf } from "../filter.server.ts"
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

/** What the list shows, all pages of it, for the accountant. What a credit note takes back is below zero. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const editor = editorOf(context)
  const filter = invoiceFilterOf(readListUrl(url.searchParams, invoicesList))
  const rows = await loadScreen("Error loading invoices", async () => {
    await recordExport(editor, invoiceExportAct("csv", filter))
    return exportedInvoices(filter)
  })
  return new Response(csvOf(header, rows.map(rowOf)), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="factures-${dayInParis(new Date())}.csv"`,
      "Cache-Control": "no-store",
    },
  })
}

function rowOf({ number, kind, issuedOn, content, net, vat, total, amount, pdfSha256 }: ExportedInvoice): CsvCell[] {
  const sign = kind === "credit-note" ? -1 : 1
  return [
    number,
    csvDay(issuedOn),
    invoiceKindLabels[kind],
    content.booking.number,
    content.buyer.name,
    content.buyer.siren ?? "",
    content.buyer.vatNumber ?? "",
    rateOf(content.vat) / 100,
    { cents: sign * net },
    { cents: sign * vat },
    { cents: sign * total },
    { cents: sign * (total - amount) },
    { cents: sign * amount },
    content.credits?.number ?? "",
    pdfSha256 ?? "",
  ]
}
