import { withElision } from "../of-name.ts"
import type { Day } from "../day.ts"
import type { Cents } from "../money.ts"
import { type Deduction, type InvoiceContent, type Received, addedBy, sumOf } from "./invoice.ts"
import { notesOf } from "./invoice-notes.ts"
import { netLines, splitTotal } from "./vat.ts"
import { periodOfDays, rentalLabel } from "../rental/rental.ts"

/** What all invoices of a booking say alike. */
export type InvoicedFacts = Pick<
  InvoiceContent,
  "issuedOn" | "booking" | "seller" | "buyer" | "delivery" | "vat" | "transfer"
>

type Line = { label: string; detail: string; amount: Cents }

/** The invoice of a sum that came in before the rental: paid when it is made. */
export function downPaymentInvoice(facts: InvoicedFacts, amount: Cents, received: readonly Received[]): InvoiceContent {
  const { product, days } = facts.booking
  const line = {
    label: `Acompte sur la location ${withElision(product)}`,
    detail: rentalLabel(periodOfDays(days)),
    amount,
  }
  return written(facts, { kind: "down-payment", lines: [line], received: upTo(amount, received) })
}

/**
 * The invoice of the rental, line by line, less the down payments that were invoiced. `total`: what is invoiced of the
 * lines' sum; what was given back of it is a line of its own, below zero.
 */
export function finalInvoice(
  facts: InvoicedFacts,
  final: {
    lines: readonly Line[]
    total: Cents
    deductions: readonly Deduction[]
    received: readonly Received[]
    interest: Cents
  },
): InvoiceContent {
  const { lines, total, deductions, received, interest } = final
  const less = total - sumOf(lines.map(({ amount }) => amount))
  const all = less === 0 ? lines : [...lines, { label: "Remise, remboursée", detail: "", amount: less }]
  const rest = total - sumOf(deductions.map((each) => each.total))
  return written(facts, { kind: "final", lines: all, deductions, received: upTo(rest, received), interest })
}

/** The invoice of what is kept when the rental does not take place (D53). */
export function keptInvoice(facts: InvoicedFacts, amount: Cents, received: readonly Received[]): InvoiceContent {
  const { product, days } = facts.booking
  const line = {
    label: `Annulation de la location ${withElision(product)}`,
    detail: rentalLabel(periodOfDays(days)),
    amount,
  }
  return written(facts, { kind: "kept", lines: [line], received: upTo(amount, received) })
}

/** Takes back a whole invoice: the same lines and sums to the cent (D30). What was received of it is to be given back. */
export function creditNote(
  of: InvoiceContent,
  { number, issuedOn }: { number: string; issuedOn: Day },
): InvoiceContent {
  if (of.kind === "credit-note") throw new Error("A credit note is not taken back")
  const credits = { number, issuedOn: of.issuedOn, kind: of.kind }
  const noted = { ...of, kind: "credit-note" as const, issuedOn, received: [], interest: 0, credits }
  return { ...noted, notes: notesOf(noted) }
}

/** An earlier invoice as one that deducts it names it. */
export function deductionOf(number: string, content: InvoiceContent): Deduction {
  const { issuedOn, total, net, vatAmount } = content
  return { number, issuedOn, total, net, vat: vatAmount }
}

function written(
  facts: InvoicedFacts,
  parts: {
    kind: InvoiceContent["kind"]
    lines: readonly Line[]
    deductions?: readonly Deduction[]
    received: readonly Received[]
    interest?: Cents
  },
): InvoiceContent {
  const { kind, lines, deductions = [], received, interest = 0 } = parts
  const total = sumOf(lines.map(({ amount }) => amount))
  const { net, vat: vatAmount } = splitTotal(total, facts.vat)
  const nets = netLines(
    lines.map(({ amount }) => amount),
    facts.vat,
  )
  const content = {
    version: 1 as const,
    kind,
    ...facts,
    lines: lines.map((line, index) => ({ ...line, net: nets[index] ?? 0 })),
    net,
    vatAmount,
    total,
    deductions,
    received,
    interest,
    credits: null,
  }
  if (addedBy(content) < 0) throw new Error("An invoice deducts more than it is")
  return { ...content, notes: notesOf(content) }
}

/** The latest payments that together make the sum: of the first of them perhaps a part. */
function upTo(sum: Cents, received: readonly Received[]): Received[] {
  const counted: Received[] = []
  let rest = sum
  for (const each of received.toReversed()) {
    const amount = Math.min(each.amount, rest)
    if (amount > 0) counted.unshift({ ...each, amount })
    rest -= Math.max(amount, 0)
  }
  return counted
}
