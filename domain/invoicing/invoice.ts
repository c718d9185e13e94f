import { type InvoiceKind, invoiceKinds } from "../finance/invoice-kind.ts"
import type { BookingAddress } from "../booking/booking.ts"
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

/** The name of a kind that a record of events holds. */
export function invoiceName(kind: unknown, number: unknown): string {
  const known = invoiceKinds.find((each) => each === kind)
  return invoiceTitle({ kind: known ?? "final", number: String(number) })
}

/** Invoices and credit notes are numbered apart, each without a gap in its year; those of play money in one series (D73). */
export type InvoiceSeries = "F" | "A" | "DEMO"

export function seriesOf(kind: InvoiceKind, { isDemonstration }: { isDemonstration: boolean }): InvoiceSeries {
  if (isDemonstration) return "DEMO"
  return kind === "credit-note" ? "A" : "F"
}

/** "F-2026-0042", "DEMO-3" */
export function invoiceNumber(series: InvoiceSeries, year: number, sequence: number): string {
  if (series === "DEMO") return `DEMO-${sequence}`
  return `${series}-${year}-${String(sequence).padStart(4, "0")}`
}

export function isInvoiceNumber(text: string): boolean {
  return /^([FA]-\d{4}-\d{4,9}|DEMO-[1-9]\d{0,8})$/.test(text)
}

/** Play money was invoiced: the document is worth nothing (D73). */
export function isDemonstrationNumber(number: string): boolean {
  return number.startsWith("DEMO-")
}

/** "Facture d’acompte", "Avoir de démonstration" */
export function invoiceTitle({ kind, number }: { kind: InvoiceKind; number: string }): string {
  return `${invoiceKindLabels[kind]}${isDemonstrationNumber(number) ? " de démonstration" : ""}`
}

/** What was typed of a number, as it is written: "f 2026 33" is "F-2026-33". Null for anything else. */
export function invoiceNumberTyped(search: string): string | null {
  const [, demonstration] = /^demo(?:[-\s]?(\d{0,9}))$/i.exec(search.trim()) ?? []
  if (demonstration !== undefined) return `DEMO-${demonstration}`
  const [, series, year, sequence] = /^([FA])[-\s]?(\d{4})(?:[-\s]?(\d{0,9}))$/i.exec(search.trim()) ?? []
  return series === undefined ? null : [series.toUpperCase(), year, sequence].filter(Boolean).join("-")
}

export type PostalAddress = Pick<BookingAddress, "street" | "zipCode" | "city">

/** Whose name stands at the head, as it was on that day. */
export type Seller = {
  name: string
  address: PostalAddress
  phone: string | null
  email: string | null
  /** 14 digits. */
  siret: string
  vatNumber: string | null
  /** In the foot: form, capital, SIRET, RCS, VAT. */
  legalLine: string
}

export type Buyer = {
  name: string
  /** Who stands for a company; null for a person. */
  contact: string | null
  address: PostalAddress
  /** A company, which has no right of a consumer. */
  isBusiness: boolean
  /** 9 digits, of a company that gave its SIRET. */
  siren: string | null
  vatNumber: string | null
}

export type InvoiceLine = {
  label: string
  /** Under the label: "2 jours × 250 €". May be empty. */
  detail: string
  /** With VAT where there is any; below zero for a discount. */
  amount: Cents
  net: Cents
}

/** An earlier invoice whose sum is taken off. */
export type Deduction = { number: string; issuedOn: Day; total: Cents; net: Cents; vat: Cents }

/** What has been received of an invoice when it is made. */
export type Received = { on: Day; means: PaymentMeans; amount: Cents }

/** A note on an invoice; `code` is that of UNTDID 4451 which the French rules ask for. */
export type InvoiceNote = { code: "REG" | "AAB" | "PMD" | "PMT"; text: string }

/**
 * All that an invoice says, kept with its number and never changed. `total` is that of its lines; `total` less the
 * deductions is what it adds to (or, a credit note, takes from) what the customer owes.
 */
export type InvoiceContent = {
  /** That of this shape. */
  version: 1
  kind: InvoiceKind
  issuedOn: Day
  booking: { number: number; product: string; days: readonly Day[] }
  seller: Seller
  buyer: Buyer
  /** Where it was delivered; null for a pick-up. */
  delivery: PostalAddress | null
  vat: InvoiceVat
  lines: readonly InvoiceLine[]
  net: Cents
  vatAmount: Cents
  total: Cents
  deductions: readonly Deduction[]
  received: readonly Received[]
  /** Interest at the legal rate on what was paid long before (L214-2), given back beside the invoice. */
  interest: Cents
  transfer: { iban: string | null; reference: string }
  /** Of a credit note: what it takes back. */
  credits: { number: string; issuedOn: Day; kind: Exclude<InvoiceKind, "credit-note"> } | null
  notes: readonly InvoiceNote[]
}

/** What an invoice adds to what is owed; of a credit note, what it takes away. Never below zero. */
export function addedBy({ total, deductions }: Pick<InvoiceContent, "total" | "deductions">): Cents {
  return total - sumOf(deductions.map((each) => each.total))
}

/** What is left to be paid of it; of a credit note, what it gives back. */
export function leftToPay(content: InvoiceContent): Cents {
  return addedBy(content) - sumOf(content.received.map(({ amount }) => amount))
}

const amountOf = (lines: readonly Pick<InvoiceLine, "amount">[]): Cents => sumOf(lines.map(({ amount }) => amount))

/** What a final invoice says of a rental, beside its sums. */
type InvoicedRental = {
  days: readonly Day[]
  lines: readonly Pick<InvoiceLine, "label" | "amount">[]
  delivery: PostalAddress | null
}

/**
 * Whether an invoice says something else than that of its rental. Of labels only the beginning is compared: they are
 * written with the quantity behind. A line more is what was given back since.
 */
export function saysAnotherRental(
  { booking, lines, delivery }: Pick<InvoiceContent, "booking" | "lines" | "delivery">,
  rental: InvoicedRental,
): boolean {
  const givenBack = amountOf(lines) < amountOf(rental.lines)
  const sameLines =
    lines.length === rental.lines.length + (givenBack ? 1 : 0) &&
    rental.lines.every(({ label, amount }, index) => {
      const line = lines[index]
      return line?.amount === amount && line.label.startsWith(label)
    })
  const placeOf = (place: PostalAddress | null) => place && [place.street, place.zipCode, place.city].join("\n")
  return !sameLines || booking.days.join() !== rental.days.join() || placeOf(delivery) !== placeOf(rental.delivery)
}

/** An invoice in a list. `amount`: what it adds to what is owed; of its `total`, what was invoiced before is taken off. */
export type ListedInvoice = { number: string; kind: InvoiceKind; issuedOn: Day; total: Cents; amount: Cents }

/** "156 €", "156 €, soit un solde de 109,20 € après acompte", "-46,80 €": the total that stands on the paper comes first. */
export function invoiceAmountLabel({ kind, total, amount }: Pick<ListedInvoice, "kind" | "total" | "amount">): string {
  if (kind === "credit-note") return formatMoney(-amount)
  return amount === total
    ? formatMoney(total)
    : `${formatMoney(total)}, soit un solde de ${formatMoney(amount)} après acompte`
}

export function sumOf(amounts: readonly Cents[]): Cents {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}
