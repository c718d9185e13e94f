import { withElision } from "../elision.ts"
import type { Day } from "../day.ts"
import type { Cents } from "../money.ts"
import {
  type Deduction,
  type InvoiceContent,
  type InvoiceLine,
  type Received,
  chargedAmount,
  sumAmounts,
} from "./invoice.ts"
import { invoiceNotes } from "./invoice-notes.ts"
import { netLines, splitTotal } from "./vat.ts"
import { periodOfDays, rentalLabel } from "../rental/rental.ts"

export type InvoicedFacts = Pick<
  InvoiceContent,
  "issuedOn" | "booking" | "seller" | "buyer" | "delivery" | "vat" | "transfer" | "dueOn"
>

type Line = Omit<InvoiceLine, "net">

export function downPaymentInvoice(facts: InvoicedFacts, amount: Cents, received: readonly Received[]): InvoiceContent {
  const { product, days } = facts.booking
  const line = {
    label: `Acompte sur la location ${withElision(product)}`,
    detail: rentalLabel(periodOfDays(days)),
    amount,
  }
  return buildInvoice(facts, { kind: "down-payment", lines: [line], received: latestPayments(amount, received) })
}

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
  const refundedPart = total - sumAmounts(lines.map(({ amount }) => amount))
  const allLines =
    refundedPart === 0
      ? lines
      : [...lines, { label: "Remise, remboursée", detail: "", amount: refundedPart, adjusts: true as const }]
  const rest = total - sumAmounts(deductions.map((each) => each.total))
  return buildInvoice(facts, {
    kind: "final",
    lines: allLines,
    deductions,
    received: latestPayments(rest, received),
    interest,
  })
}

export function cancellationInvoice(
  facts: InvoicedFacts,
  amount: Cents,
  received: readonly Received[],
): InvoiceContent {
  const { product, days } = facts.booking
  const line = {
    label: `Annulation de la location ${withElision(product)}`,
    detail: rentalLabel(periodOfDays(days)),
    amount,
  }
  return buildInvoice(facts, { kind: "kept", lines: [line], received: latestPayments(amount, received) })
}

export function creditNote(
  invoice: InvoiceContent,
  { number, issuedOn }: { number: string; issuedOn: Day },
): InvoiceContent {
  if (invoice.kind === "credit-note") throw new Error("A credit note is not taken back")
  const credits = { number, issuedOn: invoice.issuedOn, kind: invoice.kind }
  const reversed = { ...invoice, kind: "credit-note" as const, issuedOn, received: [], interest: 0, credits }
  return { ...reversed, notes: invoiceNotes(reversed) }
}

export function toDeduction(number: string, content: InvoiceContent): Deduction {
  const { issuedOn, total, net, vatAmount } = content
  return { number, issuedOn, total, net, vat: vatAmount }
}

function buildInvoice(
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
  const total = sumAmounts(lines.map(({ amount }) => amount))
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
  if (chargedAmount(content) < 0) throw new Error("An invoice deducts more than it is")
  return { ...content, notes: invoiceNotes(content) }
}

function latestPayments(sum: Cents, received: readonly Received[]): Received[] {
  const covering: Received[] = []
  let rest = sum
  for (const each of received.toReversed()) {
    const amount = Math.min(each.amount, rest)
    if (amount > 0) covering.unshift({ ...each, amount })
    rest -= Math.max(amount, 0)
  }
  return covering
}
