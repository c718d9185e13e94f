import { and, asc, eq, isNull, sql } from "drizzle-orm"
import { system } from "../../../domain/accounts/party.ts"
import { isUndoableEnd } from "../../../domain/booking/booking-end.ts"
import type { BookingId, Id } from "../../../domain/id.ts"
import { type Day, dayInParis } from "../../../domain/day.ts"
import {
  type InvoiceContent,
  type Received,
  addedBy,
  invoiceNumber,
  saysAnotherRental,
  seriesOf,
} from "../../../domain/invoicing/invoice.ts"
import { type InvoiceToMake, invoicesToMake } from "../../../domain/invoicing/what-is-due.ts"
import {
  type InvoicedFacts,
  creditNote,
  deductionOf,
  downPaymentInvoice,
  finalInvoice,
  keptInvoice,
} from "../../../domain/invoicing/write-invoice.ts"
import { UNDO_TAKEN_FOR_SECONDS } from "../../../domain/journal/undo-window.ts"
import { lineLabel } from "../../../domain/pricing/price-labels.ts"
import type { Cents } from "../../../domain/money.ts"
import { rentalDays } from "../../../domain/rental/rental.ts"
import { readInForce } from "../../booking-record/booking-in-force.ts"
import type { Transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { enqueue } from "../../platform/queue/queue.ts"
import { bookingEnds } from "../../platform/schema/booking-ends.ts"
import { bookings, contracts } from "../../platform/schema/bookings.ts"
import { invoiceDeductions, invoices, invoicingStart } from "../../platform/schema/invoices.ts"
import { refunds } from "../../platform/schema/money.ts"
import { interestOf, interestOnReturns, interestUntilRental, settleInterest } from "./interest.ts"
import { readInvoicedFacts } from "./invoiced-facts.ts"
import { receivedOf, setOffOf } from "./received.ts"

type Booking = typeof bookings.$inferSelect
type Invoice = typeof invoices.$inferSelect

/**
 * Makes the invoices and credit notes that a booking's money asks for at that instant, in the transaction of what moved
 * it: call it wherever a payment or a refund is written, whatever its means, and where a booking ends. It looks at what
 * is there and at what was invoiced, so that it may be called as often as one likes. Numbers and contents are in the
 * transaction; the files are made by jobs that it promises.
 *
 * Says how many it made. While the company lacks a fact that the law wants on an invoice nothing is made, and the sweep
 * makes it later: a payment never fails over it.
 */
export async function issueDueInvoices(tx: Transaction, bookingId: BookingId, at: Date): Promise<number> {
  // The booking first, as by everybody who changes it; the counter of numbers last.
  const [row] = await tx.select().from(bookings).where(eq(bookings.id, bookingId)).for("no key update")
  if (!row) return 0
  // An invoice is never changed: a change that nobody has signed is not in it (D59).
  const booking = await readInForce(tx, row)
  const money = await moneyOf(tx, booking, at)
  if (!money) return 0
  const steps = invoicesToMake(money)
  const before = await interestOf(tx, booking.id)
  // What was reckoned as interest may not be right any more, though every invoice is.
  if (steps.length === 0 && before.length === 0 && money.state.kind !== "ended") return 0
  const facts = await readInvoicedFacts(tx, booking, dayInParis(at))
  if (!facts) return 0
  const interest = facts.buyer.isBusiness ? 0 : await interestOn(tx, booking, money, steps, dayInParis(at))
  for (const step of steps) await make(tx, booking, { step, facts, money, interest }, at)
  await settleInterest(tx, booking, { before, interest }, at)
  return steps.length
}

type Money = NonNullable<Awaited<ReturnType<typeof moneyOf>>>

/** What is known of a booking's money at that instant; null where nothing can be invoiced, or it may still be undone. */
async function moneyOf(tx: Transaction, booking: Booking, at: Date) {
  const today = dayInParis(at)
  const [start] = await tx.select().from(invoicingStart)
  const [paid, given, standing, signed, contractCount, end] = [
    await receivedOf(tx, booking.id, today),
    await tx
      .select()
      .from(refunds)
      .where(and(eq(refunds.bookingId, booking.id), eq(refunds.kind, "refund"), isNull(refunds.droppedAt))),
    await standingOf(tx, booking.id),
    await signedContract(tx, booking.id),
    await tx.$count(contracts, eq(contracts.bookingId, booking.id)),
    (
      await tx
        .select()
        .from(bookingEnds)
        .where(and(eq(bookingEnds.bookingId, booking.id), isNull(bookingEnds.undoneAt)))
    )[0],
  ]
  const ended = booking.status === "cancelled" || booking.status === "refused"
  const sum = paid.reduce((all, { amount }) => all + amount, 0)
  const givenBack = given.reduce((all, { amount }) => all + amount, 0)
  // What was granted before an end is in what that end keeps.
  const lowers = ({ reason, createdAt }: (typeof given)[number]) =>
    reason === "goodwill" && (!ended || (end !== undefined && createdAt >= end.at))
  const goodwill = given.filter(lowers).reduce((all, { amount }) => all + amount, 0)
  // What was over before invoices were made here has its invoice elsewhere.
  const since = ended ? dayInParis(end?.at ?? booking.updatedAt) : booking.lastDay
  if (!booking.isExample && standing.length === 0 && start && since < start.day) return null
  if (!ended && booking.status !== "confirmed") return null
  // The owner may still undo it.
  if (ended && end && isUndoableEnd(end) && at.getTime() - end.at.getTime() < UNDO_TAKEN_FOR_SECONDS * 1000) return null
  // Nobody owes anything before a signature (D32).
  const concluded = signed !== null || contractCount === 0 || sum > 0
  const over = booking.lastDay < today
  const state = ended
    ? ({ kind: "ended", kept: end ? end.kept : Math.max(0, sum - givenBack) } as const)
    : over && concluded
      ? ({ kind: "over" } as const)
      : ({ kind: "goes-on" } as const)
  const terms = signed ?? { total: booking.total, priceLines: booking.priceLines }
  return {
    state,
    total: terms.total,
    lines: terms.priceLines.lines,
    paid: sum,
    setOff: setOffOf(paid),
    givenBack,
    goodwill,
    // What has taken place stays invoiced as it was.
    standing: standing.map((each) =>
      state.kind === "goes-on" && each.kind === "final"
        ? { ...each, isOutdated: saysAnotherRental(each.content, rentalOf(booking, terms)) }
        : each,
    ),
    received: paid,
    returns: given,
  }
}

function rentalOf(booking: Booking, { priceLines }: Pick<Booking, "priceLines">) {
  const { isDelivery, address } = booking
  return { days: rentalDays(booking), lines: priceLines.lines, delivery: isDelivery ? address : null }
}

async function signedContract(tx: Transaction, bookingId: BookingId) {
  const rows = await tx
    .select({ total: contracts.total, priceLines: contracts.priceLines })
    .from(contracts)
    .where(and(eq(contracts.bookingId, bookingId), eq(contracts.status, "signed")))
    .orderBy(asc(contracts.version))
  return rows.at(-1) ?? null
}

/** The invoices that no credit note has taken back, the oldest first. */
async function standingOf(tx: Transaction, bookingId: BookingId) {
  const rows = await tx
    .select()
    .from(invoices)
    .where(eq(invoices.bookingId, bookingId))
    .orderBy(asc(invoices.issuedAt), asc(invoices.year), asc(invoices.sequence))
  const takenBack = new Set(rows.map(({ credits }) => credits))
  const deducted = await tx
    .select({ invoiceId: invoiceDeductions.invoiceId, deductedId: invoiceDeductions.deductedId })
    .from(invoiceDeductions)
    .innerJoin(invoices, eq(invoices.id, invoiceDeductions.invoiceId))
    .where(eq(invoices.bookingId, bookingId))
  return rows.flatMap(({ id, kind, total, number, content }) =>
    kind === "credit-note" || takenBack.has(id)
      ? []
      : [
          {
            id,
            kind,
            total,
            number,
            content,
            deducts: deducted.filter(({ invoiceId }) => invoiceId === id).map(({ deductedId }) => deductedId),
          },
        ],
  )
}

async function make(
  tx: Transaction,
  booking: Booking,
  { step, facts, money, interest }: { step: InvoiceToMake; facts: InvoicedFacts; money: Money; interest: number },
  at: Date,
): Promise<void> {
  const known = (id: string) => {
    const found = money.standing.find((each) => each.id === id)
    if (!found) throw new Error(`Invoice ${id} is not one that stands`)
    return found
  }
  switch (step.kind) {
    case "credit-note": {
      const of = known(step.of)
      const content = creditNote(of.content, { number: of.number, issuedOn: facts.issuedOn })
      await write(tx, booking, content, { credits: of.id, deducts: of.deducts }, at)
      return
    }
    case "down-payment":
      await write(tx, booking, downPaymentInvoice(facts, step.amount, money.received), {}, at)
      return
    case "kept":
      await write(tx, booking, keptInvoice(facts, step.amount, money.received), {}, at)
      return
    case "final": {
      const content = finalInvoice(facts, {
        lines: money.lines.map((line) => ({ ...lineLabel(line, booking), amount: line.amount })),
        total: step.total,
        deductions: step.deducts.map(known).map(({ number, content: each }) => deductionOf(number, each)),
        received: beyondDeductions(money, step.deducts.map(known)),
        interest,
      })
      await write(tx, booking, content, { deducts: step.deducts.map(known).map(({ id }) => id) }, at)
    }
  }
}

/**
 * What came in beside the down payments that are deducted: those were named on invoices of their own. Interest that was
 * taken off is on none of them.
 */
function beyondDeductions({ received }: Money, deducted: readonly { total: number }[]): Received[] {
  let invoiced = deducted.reduce((sum, { total }) => sum + total, 0)
  return received.flatMap((each) => {
    const used = each.means === "set-off" ? 0 : Math.min(each.amount, invoiced)
    invoiced -= used
    return each.amount > used ? [{ ...each, amount: each.amount - used }] : []
  })
}

/**
 * Interest on what was paid ahead (L214-2): until the rental, once its final invoice stands; of a booking that has ended,
 * on what goes back, reckoned anew whenever a part of it has. Before, nothing is owed yet.
 */
async function interestOn(
  tx: Transaction,
  booking: Booking,
  { state, received, returns, standing }: Money,
  steps: readonly InvoiceToMake[],
  today: Day,
): Promise<Cents> {
  if (state.kind === "ended") return interestOnReturns(tx, { received, returns }, today)
  const credited = new Set(steps.flatMap((step) => (step.kind === "credit-note" ? step.of : [])))
  const final =
    steps.find((step) => step.kind === "final") ??
    standing.find(({ kind, id }) => kind === "final" && !credited.has(id))
  return final ? interestUntilRental(tx, booking, { received, price: final.total }) : 0
}

async function write(
  tx: Transaction,
  booking: Booking,
  content: InvoiceContent,
  { credits = null, deducts = [] }: { credits?: Id | null; deducts?: readonly Id[] },
  at: Date,
): Promise<Invoice> {
  const { kind, issuedOn } = content
  const series = seriesOf(kind, booking)
  const year = Number(issuedOn.slice(0, 4))
  const { rows } = await tx.execute<{ sequence: number }>(
    sql`select next_invoice_sequence(${series}, ${series === "DEMO" ? 0 : year}::smallint) as sequence`,
  )
  const sequence = rows[0]?.sequence ?? 0
  const [invoice] = await tx
    .insert(invoices)
    .values({
      bookingId: booking.id,
      customerId: booking.userId,
      kind,
      series,
      year,
      sequence,
      number: invoiceNumber(series, year, sequence),
      issuedAt: at,
      issuedOn,
      total: content.total,
      net: content.net,
      vat: content.vatAmount,
      amount: addedBy(content),
      content,
      credits,
      isExample: booking.isExample,
    })
    .returning()
  if (!invoice) throw new Error("The invoice was not returned")
  if (deducts.length > 0)
    await tx.insert(invoiceDeductions).values(deducts.map((deductedId) => ({ invoiceId: invoice.id, deductedId })))
  await recordEvent(tx, {
    by: system,
    action: "booking.invoiced",
    subject: booking.id,
    details: { number: invoice.number, kind, amount: invoice.amount, total: invoice.total },
    at,
  })
  // An example's file is made when somebody wants to see it.
  if (!booking.isExample) await enqueue(tx, "typeset-invoice", { invoiceId: invoice.id })
  return invoice
}
