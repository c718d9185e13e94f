import { and, asc, desc, eq, isNotNull, isNull, or, sql } from "drizzle-orm"
import { system } from "../../../domain/accounts/party.ts"
import { dayInParis } from "../../../domain/day.ts"
import { type BookingId, type Id, isId } from "../../../domain/id.ts"
import { type Transaction, transaction } from "../../platform/database.server.ts"
import { environment } from "../../platform/environment.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { moneyToGiveBack } from "../finance/give-money-back.ts"
import { issueDueInvoices } from "../invoicing/issue.ts"
import { log } from "../../platform/log.ts"
import { orderBookingMail } from "../../booking-record/booking-mails.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { recordedEvents } from "../../platform/schema/events.ts"
import { payments, refunds } from "../../platform/schema/money.ts"
import { syncCardPayments } from "./sync-card-payments.ts"
import { type StripeRefund, stripeRefunds } from "./stripe.ts"

type Payment = typeof payments.$inferSelect

/**
 * Writes down what of a payment was given back in Stripe's own pages, each refund once, whatever tells of it and however
 * often. Says what it did.
 */
export async function syncRefundsOf(paymentId: string, at: Date = new Date()): Promise<string> {
  if (!environment.stripe) return "nothing to do"
  return `${await noteAll(await stripeRefunds(environment.stripe).of(paymentId), at)} noted`
}

/** The same for all that were made since: for those that nobody told us of. Answers how many were news. */
export async function syncRefundsSince(since: Date, at: Date): Promise<number> {
  if (!environment.stripe) return 0
  return noteAll(await stripeRefunds(environment.stripe).madeSince(since), at)
}

/**
 * What banks have returned since, however old: our own refunds by their ids, those made in Stripe's pages by the payments
 * that they are of. What has become of them is looked up by whoever settles them.
 */
export async function refundsReturnedSince(since: Date): Promise<{ ours: Set<Id>; elsewhere: Set<string> }> {
  const returned = environment.stripe ? await stripeRefunds(environment.stripe).failedSince(since) : []
  return {
    ours: new Set(returned.flatMap(({ ours }) => (ours !== null && isId(ours) ? ours : []))),
    elsewhere: new Set(returned.flatMap(({ ours, paymentId }) => (ours === null ? paymentId : []))),
  }
}

async function noteAll(found: readonly StripeRefund[], at: Date): Promise<number> {
  let news = 0
  for (const refund of found)
    // What we asked for ourselves is settled elsewhere, and what is on its way is looked at when it has arrived.
    if (refund.ours === null && refund.state !== "pending" && (await transaction((tx) => note(tx, refund, at)))) news++
  return news
}

async function note(tx: Transaction, refund: StripeRefund, at: Date): Promise<boolean> {
  const [payment] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.provider, "stripe"), eq(payments.providerId, refund.paymentId)))
  // Not all that goes through a shop's account is of a booking.
  if (!payment) return false
  const { bookingId } = payment
  await tx.select({ id: bookings.id }).from(bookings).where(eq(bookings.id, bookingId)).for("no key update")
  const noticed = await noticedBefore(tx, payment, refund)
  const [named] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.provider, "stripe"), eq(refunds.providerId, refund.id)))
  if (refund.state === "failed") return noteFailure(tx, bookingId, noticed?.row ?? named?.id ?? null, refund, at)
  if (named || noticed) return false
  const row = (await settleOwed(tx, payment, refund, at)) ?? (await writeNew(tx, payment, refund, at))
  const { id: refundId, amount } = refund
  await recordEvent(tx, {
    by: system,
    action: "booking.refund-noticed",
    subject: bookingId,
    details: { payment: payment.id, refundId, amount, written: row !== null, ...(row !== null && { refunds: [row] }) },
    at,
  })
  if (row !== null) {
    await syncCardPayments(tx, bookingId)
    await orderBookingMail(tx, { kind: "payment-refunded", bookingId, extra: { amount, means: "card" }, at })
    await issueDueInvoices(tx, bookingId, at)
  } else log.warn("A refund was made at Stripe beyond what could be given back", { refund: refundId, bookingId })
  return true
}

const noticedOf = (bookingId: BookingId) =>
  and(eq(recordedEvents.bookingId, bookingId), eq(recordedEvents.action, "booking.refund-noticed"))
const rowOfNotice = sql<Id | null>`${recordedEvents.details} -> 'refunds' ->> 0`

/**
 * A refund that took the place of one that failed has no row with its number: the record has it. `row`: what it gave
 * back of ours.
 */
async function noticedBefore(
  tx: Transaction,
  { bookingId }: Payment,
  { id }: StripeRefund,
): Promise<{ row: Id | null } | null> {
  const [found] = await tx
    .select({ row: rowOfNotice })
    .from(recordedEvents)
    .where(and(noticedOf(bookingId), sql`${recordedEvents.details} ->> 'refundId' = ${id}`))
    .limit(1)
  return found ?? null
}

/** The very money that we owed, and had not given back yet: then it is given back. */
async function settleOwed(
  tx: Transaction,
  { id: paymentId, bookingId }: Payment,
  { id, amount }: StripeRefund,
  at: Date,
): Promise<Id | null> {
  const [owed] = await tx
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.bookingId, bookingId),
        eq(refunds.kind, "refund"),
        eq(refunds.amount, amount),
        isNull(refunds.madeAt),
        isNull(refunds.droppedAt),
        // One of ours that is on its way is another one.
        or(isNull(refunds.begunAt), isNotNull(refunds.failedAt)),
      ),
    )
    .orderBy(sql`${refunds.paymentId} is not distinct from ${paymentId}::uuid desc`, asc(refunds.createdAt))
    .limit(1)
  if (!owed) return null
  await tx
    .update(refunds)
    .set({
      madeOn: dayInParis(at),
      madeMeans: "card",
      madeAt: at,
      ...(owed.providerId === null && { provider: "stripe", providerId: id }),
    })
    .where(eq(refunds.id, owed.id))
  return owed.id
}

/** What nothing asked for is `overpaid`; anything else lowers what is asked, as the owner's own goodwill does. */
async function writeNew(tx: Transaction, payment: Payment, { id, amount }: StripeRefund, at: Date): Promise<Id | null> {
  const { bookingId } = payment
  const money = await moneyToGiveBack(bookingId, at, tx)
  const [given] = await tx
    .select({ sum: sql<number>`coalesce(sum(${refunds.amount}), 0)`.mapWith(Number) })
    .from(refunds)
    .where(and(eq(refunds.paymentId, payment.id), isNull(refunds.droppedAt)))
  // The database keeps refunds below what was paid: what is owed already, and not by this, has taken the place.
  if (!money || amount > money.paid || amount > payment.amount - (given?.sum ?? 0)) return null
  const [written] = await tx
    .insert(refunds)
    .values({
      bookingId,
      reason: amount <= money.overpaid ? "overpaid" : "goodwill",
      amount,
      dueOn: dayInParis(at),
      createdAt: at,
      paymentId: payment.id,
      begunAt: at,
      provider: "stripe",
      providerId: id,
      madeOn: dayInParis(at),
      madeMeans: "card",
      madeAt: at,
    })
    .returning({ id: refunds.id })
  return written?.id ?? null
}

/** The bank returned it: somebody gives it back otherwise (D57), each time anew. */
async function noteFailure(
  tx: Transaction,
  bookingId: BookingId,
  row: Id | null,
  { id, failure }: StripeRefund,
  at: Date,
): Promise<boolean> {
  if (row === null) return false
  const [given] = await tx.select().from(refunds).where(eq(refunds.id, row)).for("update")
  // Told again of what was noted, or given back otherwise since.
  if (!given || given.madeAt === null || given.madeMeans !== "card" || given.madeBy !== null) return false
  const [last] = await tx
    .select({ refundId: sql<string>`${recordedEvents.details} ->> 'refundId'` })
    .from(recordedEvents)
    .where(and(noticedOf(bookingId), sql`${rowOfNotice} = ${row}`))
    .orderBy(desc(recordedEvents.id))
    .limit(1)
  if (last ? last.refundId !== id : given.failedAt !== null) return false
  const why = failure ?? "failed"
  await tx
    .update(refunds)
    .set({ madeOn: null, madeMeans: null, madeAt: null, madeBy: null, failedAt: at, failure: why })
    .where(eq(refunds.id, row))
  const details = { amount: given.amount, failure: why }
  await recordEvent(tx, { by: system, action: "booking.refund-failed", subject: bookingId, details, at })
  return true
}
