import { type InvoiceKind, invoiceKinds } from "../../../domain/finance/invoice-kind.ts"
import { href } from "react-router"
import { invoiceKindLabels } from "../../../domain/invoicing/invoice.ts"
import type { ListShape, ListUrl } from "./list-url.ts"

export type InvoiceSortName = "date" | "client" | "montant"
export type InvoicesUrl = ListUrl<InvoiceSortName>

/** A kind as the address of the list says it. */
const kindNames: Record<InvoiceKind, string> = {
  "down-payment": "acompte",
  final: "facture",
  kept: "annulation",
  "credit-note": "avoir",
}

export const kindOptions = invoiceKinds.map((kind) => ({ value: kindNames[kind], label: invoiceKindLabels[kind] }))

export function invoiceKindOf(name: string | undefined): InvoiceKind | null {
  return invoiceKinds.find((kind) => kindNames[kind] === name) ?? null
}

/** `/admin/finance/factures?q=marchand&sorte=avoir&du=2027-06-01&au=2027-06-30&tri=-montant&page=2`: the latest first. */
export const invoicesList: ListShape<InvoiceSortName> = {
  path: href("/admin/finance/factures"),
  sorts: ["date", "client", "montant"],
  usual: "-date",
  filters: { sorte: Object.values(kindNames), du: null, au: null },
}

/** The file of an invoice, for the owner. */
export function invoiceFileHref(number: string): string {
  return href("/admin/finance/factures/:number/pdf", { number })
}
