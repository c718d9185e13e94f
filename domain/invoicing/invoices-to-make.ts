import type { Cents } from "../money.ts"

export type StandingInvoice = {
  id: string
  kind: "down-payment" | "final" | "kept"
  total: Cents
  deducts: readonly string[]
  isOutdated?: boolean
}

export type InvoicedBooking = {
  state: { kind: "goes-on" } | { kind: "over" } | { kind: "ended"; retained: Cents }
  total: Cents
  paid: Cents
  /** Invoiced before it is paid (D71). */
  requested: Cents
  setOff: Cents
  refunded: Cents
  goodwill: Cents
  standing: readonly StandingInvoice[]
}

export type InvoiceToMake =
  | { kind: "credit-note"; invoiceId: string }
  | { kind: "down-payment"; amount: Cents }
  | { kind: "final"; total: Cents; deducts: readonly string[] }
  | { kind: "kept"; amount: Cents }

/** Empty once invoices match the money (D30, CGI article 289). Credit notes take back whole invoices. */
export function invoicesToMake(booking: InvoicedBooking): InvoiceToMake[] {
  const { state, total, paid, requested, setOff, refunded, standing } = booking
  switch (state.kind) {
    case "ended":
      return invoiceRetained(standing, netOfRefunds(state.retained, booking))
    case "over":
      return invoiceFinal(standing, netOfRefunds(total, booking))
    case "goes-on": {
      const priceDue = Math.max(0, total - booking.goodwill)
      return paid - refunded >= priceDue
        ? invoiceFinal(standing, priceDue)
        : invoiceDownPayments(standing, Math.max(0, Math.min(Math.max(paid - setOff - refunded, requested), priceDue)))
    }
  }
}

/** Goodwill always lowers what is owed; other refunds only beyond an overpayment. */
function netOfRefunds(price: Cents, { paid, refunded, goodwill }: InvoicedBooking): Cents {
  const owed = Math.max(0, price - goodwill)
  const overpaid = Math.max(0, paid - goodwill - owed)
  return Math.max(0, owed - Math.max(0, refunded - goodwill - overpaid))
}

function invoiceDownPayments(standing: readonly StandingInvoice[], charged: Cents): InvoiceToMake[] {
  const credits = standing.filter(({ kind }) => kind !== "down-payment").map(toCreditNote)
  const { fitting, dropped } = fitWithin(onlyDownPayments(standing), charged)
  const rest = charged - sum(fitting)
  return [
    ...credits,
    ...dropped.map(toCreditNote),
    ...(rest > 0 ? [{ kind: "down-payment" as const, amount: rest }] : []),
  ]
}

function invoiceFinal(standing: readonly StandingInvoice[], total: Cents): InvoiceToMake[] {
  const { fitting, dropped } = fitWithin(onlyDownPayments(standing), total)
  const deducts = fitting.map(({ id }) => id)
  const finals = standing.filter(({ kind }) => kind === "final")
  const upToDate = finals.find((each) => !each.isOutdated && each.total === total && sameIds(each.deducts, deducts))
  const obsolete = standing.filter(({ kind, id }) => kind !== "down-payment" && id !== upToDate?.id)
  return [
    ...[...obsolete, ...dropped].map(toCreditNote),
    ...(upToDate || total === 0 ? [] : [{ kind: "final" as const, total, deducts }]),
  ]
}

function invoiceRetained(standing: readonly StandingInvoice[], retained: Cents): InvoiceToMake[] {
  const downPayments = sum(onlyDownPayments(standing))
  const invoiced = standing.some(({ kind }) => kind === "final")
    ? sum(standing.filter(({ kind }) => kind !== "down-payment"))
    : downPayments + sum(standing.filter(({ kind }) => kind === "kept"))
  if (invoiced === retained) return []
  return [...standing.map(toCreditNote), ...(retained > 0 ? [{ kind: "kept" as const, amount: retained }] : [])]
}

function fitWithin(downPayments: readonly StandingInvoice[], max: Cents) {
  const fitting: StandingInvoice[] = []
  const dropped: StandingInvoice[] = []
  for (const each of downPayments) (sum(fitting) + each.total <= max ? fitting : dropped).push(each)
  return { fitting, dropped }
}

function onlyDownPayments(standing: readonly StandingInvoice[]): StandingInvoice[] {
  return standing.filter(({ kind }) => kind === "down-payment")
}

function toCreditNote({ id }: StandingInvoice): InvoiceToMake {
  return { kind: "credit-note", invoiceId: id }
}

function sum(invoices: readonly StandingInvoice[]): Cents {
  return invoices.reduce((all, { total }) => all + total, 0)
}

function sameIds(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id))
}
