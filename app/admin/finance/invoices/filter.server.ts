import { isDay } from "../../../../domain/day.ts"
import type { ExportAct } from "../../../../domain/journal/export-acts.ts"
import type { InvoiceFilter } from "../../../../server/money/invoicing/list.ts"
import { type InvoicesUrl, invoiceKindOf } from "../../kit/invoice-url.ts"

/** Which invoices the address of the list, or of an export, asks for. */
export function invoiceFilterOf({ search, filters }: InvoicesUrl): InvoiceFilter {
  const day = (text: string | undefined) => (text !== undefined && isDay(text) ? text : null)
  return { search, kind: invoiceKindOf(filters["sorte"]), from: day(filters["du"]), until: day(filters["au"]) }
}

/** What left the house, for the record. */
export function invoiceExportAct(
  format: "csv" | "fec" | "zip",
  { search, kind, from, until }: InvoiceFilter,
): ExportAct {
  return {
    action: "invoice.exported",
    details: {
      format,
      ...(kind ? { kind } : {}),
      ...(from ? { since: from } : {}),
      ...(until ? { until } : {}),
    },
    personal: search ? { search } : {},
  }
}
