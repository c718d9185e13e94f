import { type InvoiceKind, invoiceKinds } from "../finance/invoice-kind.ts"
import type { PostalAddress } from "../booking/booking.ts"
import type { Day } from "../day.ts"
import type { PaymentMeans } from "../finance/payment.ts"
import { type Cents, formatMoney } from "../money.ts"
import type { InvoiceVat } from "./vat.ts"

export const invoiceKindLabels: Record<InvoiceKind, string> = {
  "down-payment": "Facture d’acompte",
  final: "Facture",
  kept: "Facture d’annulation",
  "credit-note": "Avoir",
}

export function invoiceName(kind: unknown, number: unknown): string {
  const match = invoiceKinds.find((each) => each === kind)
  return invoiceTitle({ kind: match ?? "final", number: String(number) })
}

/** No gaps within a year; demonstration documents share one series (D73). */
type InvoiceSeries = "F" | "A" | "DEMO"

export function invoiceSeries(kind: InvoiceKind, { isDemonstration }: { isDemonstration: boolean }): InvoiceSeries {
  if (isDemonstration) return "DEMO"
  return kind === "credit-note" ? "A" : "F"
}

export function invoiceNumber(series: InvoiceSeries, year: number, sequence: number): string {
  if (series === "DEMO") return `DEMO-${sequence}`
  return `${series}-${year}-${String(sequence).padStart(4, "0")}`
}

export function isInvoiceNumber(text: string): boolean {
  return /^([FA]-\d{4}-\d{4,9}|DEMO-[1-9]\d{0,8})$/.test(text)
}

export function isDemonstrationNumber(number: string): boolean {
  return number.startsWith("DEMO-")
}

export function invoiceTitle({ kind, number }: { kind: InvoiceKind; number: string }): string {
  return `${invoiceKindLabels[kind]}${isDemonstrationNumber(number) ? " de démonstration" : ""}`
}

export function parseInvoiceNumber(search: string): string | null {
  const [, demonstration] = /^demo(?:[-\s]?(\d{0,9}))$/i.exec(search.trim()) ?? []
  if (demonstration !== undefined) return `DEMO-${demonstration}`
  const [, series, year, sequence] = /^([FA])[-\s]?(\d{4})(?:[-\s]?(\d{0,9}))$/i.exec(search.trim()) ?? []
  return series === undefined ? null : [series.toUpperCase(), year, sequence].filter(Boolean).join("-")
}

export type Seller = {
  name: string
  address: PostalAddress
  phone: string | null
  email: string | null
  siret: string
  vatNumber: string | null
  legalLine: string
}

export type Buyer = {
  name: string
  contact: string | null
  address: PostalAddress
  isBusiness: boolean
  siren: string | null
  vatNumber: string | null
  /** BT-13 */
  purchaseOrder?: string
  /** BT-10 */
  reference?: string
}

export type InvoiceLine = {
  label: string
  detail: string
  amount: Cents
  net: Cents
  /** A rule, code or line of the owner: an allowance or charge of the whole invoice (BG-20, BG-21). */
  adjusts?: true
}

export type Deduction = { number: string; issuedOn: Day; total: Cents; net: Cents; vat: Cents }

export type Received = { on: Day; means: PaymentMeans; amount: Cents }

export type InvoiceNote = { code: "REG" | "AAB" | "PMD" | "PMT"; text: string }

export type InvoiceContent = {
  version: 1
  kind: InvoiceKind
  issuedOn: Day
  booking: { number: number; product: string; days: readonly Day[] }
  seller: Seller
  buyer: Buyer
  delivery: PostalAddress | null
  vat: InvoiceVat
  lines: readonly InvoiceLine[]
  net: Cents
  vatAmount: Cents
  total: Cents
  deductions: readonly Deduction[]
  received: readonly Received[]
  /** Legal interest on early payments (L214-2). */
  interest: Cents
  transfer: { iban: string | null; reference: string }
  /** Missing when due on receipt. */
  dueOn?: Day
  credits: { number: string; issuedOn: Day; kind: Exclude<InvoiceKind, "credit-note"> } | null
  notes: readonly InvoiceNote[]
}

export function chargedAmount({ total, deductions }: Pick<InvoiceContent, "total" | "deductions">): Cents {
  return total - sumAmounts(deductions.map((each) => each.total))
}

export function amountDue(content: InvoiceContent): Cents {
  return chargedAmount(content) - sumAmounts(content.received.map(({ amount }) => amount))
}

const sumLines = (lines: readonly Pick<InvoiceLine, "amount">[]): Cents => sumAmounts(lines.map(({ amount }) => amount))

type InvoicedRental = {
  days: readonly Day[]
  lines: readonly Pick<InvoiceLine, "label" | "amount">[]
  delivery: PostalAddress | null
}

/** Compares label prefixes (a quantity is appended); one extra line may be a later refund. */
export function isOutdatedInvoice(
  { booking, lines, delivery }: Pick<InvoiceContent, "booking" | "lines" | "delivery">,
  rental: InvoicedRental,
): boolean {
  const hasRefund = sumLines(lines) < sumLines(rental.lines)
  const sameLines =
    lines.length === rental.lines.length + (hasRefund ? 1 : 0) &&
    rental.lines.every(({ label, amount }, index) => {
      const line = lines[index]
      return line?.amount === amount && line.label.startsWith(label)
    })
  const addressKey = (place: PostalAddress | null) => place && [place.street, place.zipCode, place.city].join("\n")
  return (
    !sameLines || booking.days.join() !== rental.days.join() || addressKey(delivery) !== addressKey(rental.delivery)
  )
}

export type ListedInvoice = { number: string; kind: InvoiceKind; issuedOn: Day; total: Cents; amount: Cents }

export function invoiceAmountLabel({ kind, total, amount }: Pick<ListedInvoice, "kind" | "total" | "amount">): string {
  if (kind === "credit-note") return formatMoney(-amount)
  return amount === total
    ? formatMoney(total)
    : `${formatMoney(total)}, soit un solde de ${formatMoney(amount)} après acompte`
}

export function sumAmounts(amounts: readonly Cents[]): Cents {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}
