import type { Day } from "../day.ts"
import type { Cents } from "../money.ts"
import { type Deduction, type InvoiceContent, addedBy, invoiceKindLabels, sumOf } from "./invoice.ts"

/** The accounts of the general chart (PCG) that sales of services go to; an accountant may map them to others. */
const accounts = {
  customers: { number: "411000", label: "Clients" },
  downPayments: { number: "419100", label: "Clients, acomptes reçus sur commandes" },
  services: { number: "706000", label: "Prestations de services" },
  vat: { number: "445710", label: "TVA collectée" },
} as const

type Account = (typeof accounts)[keyof typeof accounts]

/** One line of an entry: either debit or credit is 0. */
export type EntryLine = { account: Account; label: string; debit: Cents; credit: Cents }

/** What an invoice is in the sales journal. Debits and credits are the same sum; a credit note is its invoice turned round. */
export function entryOf(number: string, content: InvoiceContent): EntryLine[] {
  const { kind, credits, deductions, booking } = content
  const label = `${invoiceKindLabels[kind]} ${number}, réservation ${booking.number}`
  const turned = kind === "credit-note"
  const income = incomeOf(content)
  const lines: [Account, Cents][] = [
    [accounts.customers, addedBy(content)],
    [accounts.downPayments, sumOf(deductions.map(({ net }) => net))],
    [income, -content.net],
    [accounts.vat, -(content.vatAmount - sumOf(deductions.map(({ vat }: Deduction) => vat)))],
  ]
  return lines
    .map(([account, amount]) => [account, turned ? -amount : amount] as const)
    .filter(([, amount]) => amount !== 0)
    .map(([account, amount]) => ({
      account,
      label: credits ? `${label} sur ${credits.number}` : label,
      debit: Math.max(amount, 0),
      credit: Math.max(-amount, 0),
    }))
}

/** A credit note goes to the account of what it takes back. */
function incomeOf({ kind, credits }: InvoiceContent): Account {
  return (credits?.kind ?? kind) === "down-payment" ? accounts.downPayments : accounts.services
}

/** The 18 columns of the file of accounting entries (art. A47 A-1 of the LPF). */
export const fecColumns = [
  "JournalCode",
  "JournalLib",
  "EcritureNum",
  "EcritureDate",
  "CompteNum",
  "CompteLib",
  "CompAuxNum",
  "CompAuxLib",
  "PieceRef",
  "PieceDate",
  "EcritureLib",
  "Debit",
  "Credit",
  "EcritureLet",
  "DateLet",
  "ValidDate",
  "Montantdevise",
  "Idevise",
] as const

export type BookedInvoice = {
  number: string
  /** Its place among all of its year, from 1. */
  entry: number
  /** The customer's auxiliary account. */
  customer: { account: string; name: string }
  content: InvoiceContent
}

/** The rows of invoices in those columns, in their order. */
export function fecRows(invoices: readonly BookedInvoice[]): string[][] {
  return invoices.flatMap(({ number, entry, customer, content }) =>
    entryOf(number, content).map(({ account, label, debit, credit }) => {
      const auxiliary = account === accounts.customers
      const day = compactDay(content.issuedOn)
      return [
        "VE",
        "Ventes",
        String(entry),
        day,
        account.number,
        account.label,
        auxiliary ? customer.account : "",
        auxiliary ? customer.name : "",
        number,
        day,
        label,
        fecAmount(debit),
        fecAmount(credit),
        "",
        "",
        day,
        "",
        "",
      ]
    }),
  )
}

/** "133,20": with a comma and without a thousands' separator, as the decree says. */
export function fecAmount(cents: Cents): string {
  return `${Math.trunc(cents / 100)},${String(cents % 100).padStart(2, "0")}`
}

function compactDay(day: Day): string {
  return day.replaceAll("-", "")
}
