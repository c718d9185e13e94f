import { and, asc, eq, isNull, sql } from "drizzle-orm"
import { system } from "../../../domain/accounts/party.ts"
import { isUndoableEnd } from "../../../domain/booking/booking-end.ts"
import type { BookingId, Id } from "../../../domain/id.ts"
import { type Day, addDays, dayInParis } from "../../../domain/day.ts"
import {
  type InvoiceContent,
  type Received,
  chargedAmount,
  invoiceNumber,
  isOutdatedInvoice,
  invoiceSeries,
} from "../../../domain/invoicing/invoice.ts"
import { type InvoiceToMake, invoicesToMake } from "../../../domain/invoicing/invoices-to-make.ts"
import {
  type InvoicedFacts,
  creditNote,
  toDeduction,
  downPaymentInvoice,
  finalInvoice,
  cancellationInvoice,
} from "../../../domain/invoicing/write-invoice.ts"
import { UNDO_ACCEPTED_SECONDS } from "../../../domain/journal/undo-window.ts"
import { datedLineLabel } from "../../../domain/rental/dated-line.ts"
import type { Cents } from "../../../domain/money.ts"
import { isAdjustingLine } from "../../../domain/pricing/price.ts"
import { rentalDays } from "../../../domain/rental/rental.ts"
import { type RentedBooking, withRentals } from "../../booking-record/rentals.ts"
import { readBookingInForce } from "../../booking-record/booking-in-force.ts"
import type { Transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { enqueue } from "../../platform/queue/queue.ts"
import { bookingEnds } from "../../platform/schema/booking-ends.ts"
import { contracts } from "../../platform/schema/bookings.ts"
import { invoiceDeductions, invoices, invoicingStart } from "../../platform/schema/invoices.ts"
import { refunds } from "../../platform/schema/money.ts"
import { listInstalments } from "../finance/instalments.ts"
import { listInterest, interestOnReturns, interestUntilRental, settleInterest } from "./interest.ts"
import { readInvoicedFacts } from "./invoiced-facts.ts"
import { listReceived, sumSetOffs } from "./received.ts"
import type { Booking } from "../../booking-record/booking.ts"
import { lockBookingForMoney } from "../../booking-record/lock-booking.ts"

type Invoice = typeof invoices.$inferSelect

/**
 * Idempotent: call it wherever money moves or a booking ends. Missing company facts only postpone invoices to the
 * sweep.
 */
export async function issueDueInvoices(tx: Transaction, bookingId: BookingId, at: Date): Promise<number> {
  // Lock order: the booking first, the number counter last.
  const row = await lockBookingForMoney(tx, bookingId)
  if (!row) return 0
  // Invoices are immutable, so unsigned changes stay out (D59).
  const booking = await readBookingInForce(tx, await withRentals(row, tx))
  const money = await readMoney(tx, booking, at)
  if (!money) return 0
  const steps = invoicesToMake(money)
  const existingInterest = await listInterest(tx, booking.id)
  if (steps.length === 0 && existingInterest.length === 0 && money.state.kind !== "ended") return 0
  const facts = await readInvoicedFacts(tx, booking, dayInParis(at))
  if (!facts) return 0
  const interest = facts.buyer.isBusiness
    ? 0
    : await computeInterest(tx, { booking, money, steps, today: dayInParis(at) })
  for (const step of steps) await issueStep(tx, booking, { step, facts, money, interest }, at)
  await settleInterest(tx, booking, { existing: existingInterest, interest }, at)
  return steps.length
}

type Money = NonNullable<Awaited<ReturnType<typeof readMoney>>>

async function readMoney(tx: Transaction, booking: Booking, at: Date) {
  const today = dayInParis(at)
  const [start] = await tx.select().from(invoicingStart)
  const [received, refundRows, standing, signed, contractCount, end] = [
    await listReceived(tx, booking.id, today),
    await tx
      .select()
      .from(refunds)
      .where(and(eq(refunds.bookingId, booking.id), eq(refunds.kind, "refund"), isNull(refunds.droppedAt))),
    await listStandingInvoices(tx, booking.id),
    await findSignedContract(tx, booking.id),
    await tx.$count(contracts, eq(contracts.bookingId, booking.id)),
    (
      await tx
        .select()
        .from(bookingEnds)
        .where(and(eq(bookingEnds.bookingId, booking.id), isNull(bookingEnds.undoneAt)))
    )[0],
  ]
  const hasEnded = booking.status === "cancelled" || booking.status === "refused"
  const paid = received.reduce((all, { amount }) => all + amount, 0)
  const refunded = refundRows.reduce((all, { amount }) => all + amount, 0)
  // Goodwill granted before an end is already part of what that end keeps.
  const lowersPrice = ({ reason, createdAt }: (typeof refundRows)[number]) =>
    reason === "goodwill" && (!hasEnded || (end !== undefined && createdAt >= end.at))
  const goodwill = refundRows.filter(lowersPrice).reduce((all, { amount }) => all + amount, 0)
  // Bookings finished before this shop's invoicing began were invoiced elsewhere.
  const since = hasEnded ? dayInParis(end?.at ?? booking.updatedAt) : booking.returnsOn
  if (!booking.isExample && standing.length === 0 && start && since < start.day) return null
  if (!hasEnded && booking.status !== "confirmed") return null
  if (hasEnded && end && isUndoableEnd(end) && at.getTime() - end.at.getTime() < UNDO_ACCEPTED_SECONDS * 1000)
    return null
  // Nothing is owed before a signature (D32).
  const isConcluded = signed !== null || contractCount === 0 || paid > 0
  const isOver = booking.returnsOn < today
  const requested = signed && booking.company?.invoiceDueDays ? await sumDueAtSignature(tx, booking.id) : 0
  const state = hasEnded
    ? ({ kind: "ended", retained: end ? end.kept : Math.max(0, paid - refunded) } as const)
    : isOver && isConcluded
      ? ({ kind: "over" } as const)
      : ({ kind: "goes-on" } as const)
  const terms = signed ?? { total: booking.total, priceLines: booking.priceLines }
  return {
    state,
    total: terms.total,
    lines: terms.priceLines.lines,
    paid,
    requested,
    setOff: sumSetOffs(received),
    refunded,
    goodwill,
    // A completed rental keeps its invoice.
    standing: standing.map((each) =>
      state.kind === "goes-on" && each.kind === "final"
        ? { ...each, isOutdated: isOutdatedInvoice(each.content, toRental(booking, terms)) }
        : each,
    ),
    received,
    returns: refundRows,
  }
}

async function sumDueAtSignature(tx: Transaction, bookingId: BookingId): Promise<Cents> {
  const instalments = await listInstalments(bookingId, tx)
  return instalments.reduce((sum, { amount, dueOn }) => (dueOn === null ? sum + amount : sum), 0)
}

function toRental(booking: Booking, { priceLines }: Pick<Booking, "priceLines">) {
  const { isDelivery, address } = booking
  return { days: rentalDays(booking), lines: priceLines.lines, delivery: isDelivery ? address : null }
}

async function findSignedContract(tx: Transaction, bookingId: BookingId) {
  const rows = await tx
    .select({ total: contracts.total, priceLines: contracts.priceLines })
    .from(contracts)
    .where(and(eq(contracts.bookingId, bookingId), eq(contracts.status, "signed")))
    .orderBy(asc(contracts.version))
  return rows.at(-1) ?? null
}

async function listStandingInvoices(tx: Transaction, bookingId: BookingId) {
  const rows = await tx
    .select()
    .from(invoices)
    .where(eq(invoices.bookingId, bookingId))
    .orderBy(asc(invoices.issuedAt), asc(invoices.year), asc(invoices.sequence))
  const creditedIds = new Set(rows.map(({ credits }) => credits))
  const deducted = await tx
    .select({ invoiceId: invoiceDeductions.invoiceId, deductedId: invoiceDeductions.deductedId })
    .from(invoiceDeductions)
    .innerJoin(invoices, eq(invoices.id, invoiceDeductions.invoiceId))
    .where(eq(invoices.bookingId, bookingId))
  return rows.flatMap(({ id, kind, total, number, content }) =>
    kind === "credit-note" || creditedIds.has(id)
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

async function issueStep(
  tx: Transaction,
  booking: RentedBooking,
  { step, facts, money, interest }: { step: InvoiceToMake; facts: InvoicedFacts; money: Money; interest: number },
  at: Date,
): Promise<void> {
  const requireInvoice = (id: string) => {
    const invoice = money.standing.find((each) => each.id === id)
    if (!invoice) throw new Error(`Invoice ${id} is not one that stands`)
    return invoice
  }
  switch (step.kind) {
    case "credit-note": {
      const original = requireInvoice(step.invoiceId)
      const content = creditNote(original.content, { number: original.number, issuedOn: facts.issuedOn })
      await insertInvoice(tx, { booking, content, credits: original.id, deducts: original.deducts, at })
      return
    }
    case "down-payment":
      await insertInvoice(tx, {
        booking,
        content: downPaymentInvoice(dueLater(facts, booking), step.amount, money.received),
        at,
      })
      return
    case "kept":
      await insertInvoice(tx, { booking, content: cancellationInvoice(facts, step.amount, money.received), at })
      return
    case "final": {
      const content = finalInvoice(facts, {
        lines: money.lines.map((line) => ({
          ...datedLineLabel(line, booking.rentals),
          amount: line.amount,
          ...(isAdjustingLine(line) && { adjusts: true as const }),
        })),
        total: step.total,
        deductions: step.deducts.map(requireInvoice).map(({ number, content: each }) => toDeduction(number, each)),
        received: paymentsBeyondDeductions(money, step.deducts.map(requireInvoice)),
        interest,
      })
      await insertInvoice(tx, { booking, content, deducts: step.deducts.map(requireInvoice).map(({ id }) => id), at })
    }
  }
}

function dueLater(facts: InvoicedFacts, { company }: Booking): InvoicedFacts {
  const days = company?.invoiceDueDays
  return days ? { ...facts, dueOn: addDays(facts.issuedOn, days) } : facts
}

/** Deducted down payments have their own invoices. */
function paymentsBeyondDeductions({ received }: Money, deducted: readonly { total: number }[]): Received[] {
  let invoiced = deducted.reduce((sum, { total }) => sum + total, 0)
  return received.flatMap((each) => {
    const deductedPart = each.means === "set-off" ? 0 : Math.min(each.amount, invoiced)
    invoiced -= deductedPart
    return each.amount > deductedPart ? [{ ...each, amount: each.amount - deductedPart }] : []
  })
}

/** Interest on money paid ahead (L214-2): until the rental, or on returns after an end. */
async function computeInterest(
  tx: Transaction,
  {
    booking,
    money: { state, received, returns, standing },
    steps,
    today,
  }: { booking: Booking; money: Money; steps: readonly InvoiceToMake[]; today: Day },
): Promise<Cents> {
  if (state.kind === "ended") return interestOnReturns(tx, { received, returns }, today)
  const credited = new Set(steps.flatMap((step) => (step.kind === "credit-note" ? step.invoiceId : [])))
  const final =
    steps.find((step) => step.kind === "final") ??
    standing.find(({ kind, id }) => kind === "final" && !credited.has(id))
  return final ? interestUntilRental(tx, booking, { received, price: final.total }) : 0
}

async function insertInvoice(
  tx: Transaction,
  {
    booking,
    content,
    credits = null,
    deducts = [],
    at,
  }: { booking: Booking; content: InvoiceContent; credits?: Id | null; deducts?: readonly Id[]; at: Date },
): Promise<Invoice> {
  const { kind, issuedOn } = content
  const series = invoiceSeries(kind, booking)
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
      amount: chargedAmount(content),
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
  if (!booking.isExample) await enqueue(tx, "typeset-invoice", { invoiceId: invoice.id })
  return invoice
}
