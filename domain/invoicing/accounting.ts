import type { Day } from "../day.ts"
import type { Cents } from "../money.ts"
import { type Deduction, type InvoiceContent, chargedAmount, invoiceKindLabels, sumAmounts } from "./invoice.ts"

const accounts = {
  customers: { number: "411000", label: "Clients" },
  downPayments: { number: "419100", label: "Clients, acomptes reçus sur commandes" },
  services: { number: "706000", label: "Prestations de services" },
  vat: { number: "445710", label: "TVA collectée" },
} as const

type Account = (typeof accounts)[keyof typeof accounts]

type EntryLine = { account: Account; label: string; debit: Cents; credit: Cents }

/** Debits equal credits; a credit note reverses its invoice. */
export function journalEntry(number: string, content: InvoiceContent): EntryLine[] {
  const { kind, credits, deductions, booking } = content
  const label = `${invoiceKindLabels[kind]} ${number}, réservation ${booking.number}`
  const isReversed = kind === "credit-note"
  const income = incomeAccount(content)
  const lines: [Account, Cents][] = [
    [accounts.customers, chargedAmount(content)],
    [accounts.downPayments, sumAmounts(deductions.map(({ net }) => net))],
    [income, -content.net],
    [accounts.vat, -(content.vatAmount - sumAmounts(deductions.map(({ vat }: Deduction) => vat)))],
  ]
  return lines
    .map(([account, amount]) => [account, isReversed ? -amount : amount] as const)
    .filter(([, amount]) => amount !== 0)
    .map(([account, amount]) => ({
      account,
      label: credits ? `${label} sur ${credits.number}` : label,
      debit: Math.max(amount, 0),
      credit: Math.max(-amount, 0),
    }))
}

function incomeAccount({ kind, credits }: InvoiceContent): Account {
  return (credits?.kind ?? kind) === "down-payment" ? accounts.downPayments : accounts.services
}

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

type BookedInvoice = {
  number: string
  entry: number
  customer: { account: string; name: string }
  content: InvoiceContent
}

export function fecRows(invoices: readonly BookedInvoice[]): string[][] {
  return invoices.flatMap(({ number, entry, customer, content }) =>
    journalEntry(number, content).map(({ account, label, debit, credit }) => {
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

/** The decree requires a comma and no thousands separator. */
export function fecAmount(cents: Cents): string {
  return `${Math.trunc(cents / 100)},${String(cents % 100).padStart(2, "0")}`
}

function compactDay(day: Day): string {
  return day.replaceAll("-", "")
}
