import { type InvoiceKind, invoiceKinds } from "../../../domain/finance/invoice-kind.ts"
import { href } from "react-router"
import { invoiceKindLabels } from "../../../domain/invoicing/invoice.ts"
import type { ListShape, ListUrl } from "./list-url.ts"

export type InvoiceSortName = "date" | "client" | "montant"
export type InvoicesUrl = ListUrl<InvoiceSortName>

const kindNames: Record<InvoiceKind, string> = {
  "down-payment": "acompte",
  final: "facture",
  kept: "annulation",
  "credit-note": "avoir",
}

export const kindOptions = invoiceKinds.map((kind) => ({ value: kindNames[kind], label: invoiceKindLabels[kind] }))

export function parseInvoiceKind(name: string | undefined): InvoiceKind | null {
  return invoiceKinds.find((kind) => kindNames[kind] === name) ?? null
}

/** `/admin/finance/factures?q=marchand&sorte=avoir&du=…&au=…&tri=-montant&page=2` */
export const invoicesList: ListShape<InvoiceSortName> = {
  path: href("/admin/finance/factures"),
  sorts: ["date", "client", "montant"],
  defaultOrder: "-date",
  filters: { sorte: Object.values(kindNames), du: null, au: null },
}

export function invoiceFileHref(number: string): string {
  return href("/admin/finance/factures/:number/pdf", { number })
}
