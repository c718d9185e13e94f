import { isDay } from "../../../../domain/day.ts"
import type { ExportAct } from "../../../../domain/journal/export-acts.ts"
import type { InvoiceFilter } from "../../../../server/money/invoicing/list.ts"
import { type InvoicesUrl, parseInvoiceKind } from "../../kit/invoice-url.ts"

export function toInvoiceFilter({ search, filters }: InvoicesUrl): InvoiceFilter {
  const day = (text: string | undefined) => (text !== undefined && isDay(text) ? text : null)
  return { search, kind: parseInvoiceKind(filters["sorte"]), from: day(filters["du"]), until: day(filters["au"]) }
}

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
