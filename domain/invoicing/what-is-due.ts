import type { Cents } from "../money.ts"

/** An invoice that no credit note has taken back. `deducts`: ids of the down payments that a final one takes off. */
export type StandingInvoice = {
  id: string
  kind: "down-payment" | "final" | "kept"
  total: Cents
  deducts: readonly string[]
  /** Of a final one: both sides have signed other days, other lines or another place since. */
  isOutdated?: boolean
}

/** What is known of a booking's money when its invoices are looked at. */
export type InvoicedBooking = {
  /** `over`: the rental has taken place. `ended`: it will not; `kept` is what its end keeps of the price. */
  state: { kind: "goes-on" } | { kind: "over" } | { kind: "ended"; kept: Cents }
  /** Of the contract in force. */
  total: Cents
  /** Payments less what was taken back of them. */
  paid: Cents
  /** Of that, interest that was taken off the balance: no money came in, so no down payment is invoiced for it. */
  setOff: Cents
  /** Given back, or to be given back. */
  givenBack: Cents
  /** Of that, what lowers the price (decision 48); of a booking that has ended, what was granted since. */
  goodwill: Cents
  /** The oldest first. */
  standing: readonly StandingInvoice[]
}

export type InvoiceToMake =
  | { kind: "credit-note"; of: string }
  | { kind: "down-payment"; amount: Cents }
  /** Deducts the down payments `deducts`; `total` is less than the price where a part of it was given back. */
  | { kind: "final"; total: Cents; deducts: readonly string[] }
  | { kind: "kept"; amount: Cents }

/**
 * What is still to be invoiced or credited, in this order; empty when the invoices say what is (D30, art. 289 of the
 * CGI). Every sum that comes in before the rental has its down-payment invoice; the final one is due when all is paid,
 * or when the rental has taken place. A credit note takes back a whole invoice: what an end keeps, or a changed price,
 * is invoiced anew. Afterwards invoices less credit notes are: what is paid while the booking goes on, its price once
 * it is over, what its end keeps once it has ended.
 */
export function invoicesToMake(booking: InvoicedBooking): InvoiceToMake[] {
  const { state, total, paid, setOff, givenBack, standing } = booking
  switch (state.kind) {
    case "ended":
      return keep(standing, netOfRefunds(state.kept, booking))
    case "over":
      return finish(standing, netOfRefunds(total, booking))
    case "goes-on": {
      const asked = Math.max(0, total - booking.goodwill)
      return paid - givenBack >= asked
        ? finish(standing, asked)
        : receive(standing, Math.max(0, Math.min(paid - setOff - givenBack, asked)))
    }
  }
}

/**
 * Goodwill lowers what is owed, whatever else was paid; any other refund lowers it where it is more than what was paid too
 * much.
 */
function netOfRefunds(asked: Cents, { paid, givenBack, goodwill }: InvoicedBooking): Cents {
  const owed = Math.max(0, asked - goodwill)
  const tooMuch = Math.max(0, paid - goodwill - owed)
  return Math.max(0, owed - Math.max(0, givenBack - goodwill - tooMuch))
}

function receive(standing: readonly StandingInvoice[], received: Cents): InvoiceToMake[] {
  const credits = standing.filter(({ kind }) => kind !== "down-payment").map(creditNoteOf)
  const { kept, dropped } = within(downPaymentsOf(standing), received)
  const rest = received - sum(kept)
  return [
    ...credits,
    ...dropped.map(creditNoteOf),
    ...(rest > 0 ? [{ kind: "down-payment" as const, amount: rest }] : []),
  ]
}

function finish(standing: readonly StandingInvoice[], total: Cents): InvoiceToMake[] {
  const { kept, dropped } = within(downPaymentsOf(standing), total)
  const deducts = kept.map(({ id }) => id)
  const finals = standing.filter(({ kind }) => kind === "final")
  const right = finals.find((each) => !each.isOutdated && each.total === total && sameIds(each.deducts, deducts))
  const wrong = standing.filter(({ kind, id }) => kind !== "down-payment" && id !== right?.id)
  return [
    ...[...wrong, ...dropped].map(creditNoteOf),
    ...(right || total === 0 ? [] : [{ kind: "final" as const, total, deducts }]),
  ]
}

function keep(standing: readonly StandingInvoice[], kept: Cents): InvoiceToMake[] {
  const downPayments = sum(downPaymentsOf(standing))
  const invoiced = standing.some(({ kind }) => kind === "final")
    ? sum(standing.filter(({ kind }) => kind !== "down-payment"))
    : downPayments + sum(standing.filter(({ kind }) => kind === "kept"))
  if (invoiced === kept) return []
  return [...standing.map(creditNoteOf), ...(kept > 0 ? [{ kind: "kept" as const, amount: kept }] : [])]
}

/** The oldest down payments that together are at most `max`. */
function within(downPayments: readonly StandingInvoice[], max: Cents) {
  const kept: StandingInvoice[] = []
  const dropped: StandingInvoice[] = []
  for (const each of downPayments) (sum(kept) + each.total <= max ? kept : dropped).push(each)
  return { kept, dropped }
}

function downPaymentsOf(standing: readonly StandingInvoice[]): StandingInvoice[] {
  return standing.filter(({ kind }) => kind === "down-payment")
}

function creditNoteOf({ id }: StandingInvoice): InvoiceToMake {
  return { kind: "credit-note", of: id }
}

function sum(invoices: readonly StandingInvoice[]): Cents {
  return invoices.reduce((all, { total }) => all + total, 0)
}

function sameIds(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id))
}
