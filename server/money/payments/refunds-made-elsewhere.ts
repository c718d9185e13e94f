import { and, asc, desc, eq, isNotNull, isNull, or, sql } from "drizzle-orm"
import { system } from "../../../domain/accounts/party.ts"
import { dayInParis } from "../../../domain/day.ts"
import { type BookingId, type Id, isId } from "../../../domain/id.ts"
import { type Transaction, transaction } from "../../platform/database.server.ts"
import { environment } from "../../platform/environment.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { readRefundableMoney } from "../finance/give-money-back.ts"
import { issueDueInvoices } from "../invoicing/issue.ts"
import { log } from "../../platform/log.ts"
import { orderBookingMail } from "../../booking-record/booking-mails.ts"
import { recordedEvents } from "../../platform/schema/events.ts"
import { payments, refunds } from "../../platform/schema/money.ts"
import { syncCardPayments } from "./sync-card-payments.ts"
import { type StripeRefund, stripeRefunds } from "./stripe.ts"
import { lockBookingForMoney } from "../../booking-record/lock-booking.ts"

type Payment = typeof payments.$inferSelect

/** Records refunds made in Stripe's dashboard, each once. */
export async function syncRefundsForPayment(paymentId: string, at: Date = new Date()): Promise<string> {
  if (!environment.stripe) return "nothing to do"
  return `${await recordAll(await stripeRefunds(environment.stripe).listForPayment(paymentId), at)} noted`
}

export async function syncRefundsSince(since: Date, at: Date): Promise<number> {
  if (!environment.stripe) return 0
  return recordAll(await stripeRefunds(environment.stripe).listSince(since), at)
}

export async function findReturnedRefunds(
  since: Date,
): Promise<{ ownRefundIds: Set<Id>; paymentsToSync: Set<string> }> {
  const returned = environment.stripe ? await stripeRefunds(environment.stripe).listFailedSince(since) : []
  return {
    ownRefundIds: new Set(returned.flatMap(({ ownRefundId: id }) => (id !== null && isId(id) ? id : []))),
    paymentsToSync: new Set(returned.flatMap((refund) => (refund.ownRefundId === null ? refund.paymentId : []))),
  }
}

async function recordAll(items: readonly StripeRefund[], at: Date): Promise<number> {
  let recordedCount = 0
  for (const refund of items)
    if (
      refund.ownRefundId === null &&
      refund.state !== "pending" &&
      (await transaction((tx) => recordStripeRefund(tx, refund, at)))
    )
      recordedCount++
  return recordedCount
}

async function recordStripeRefund(tx: Transaction, refund: StripeRefund, at: Date): Promise<boolean> {
  const [payment] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.provider, "stripe"), eq(payments.providerId, refund.paymentId)))
  if (!payment) return false
  const { bookingId } = payment
  await lockBookingForMoney(tx, bookingId)
  const notice = await findNotice(tx, payment, refund)
  const [existing] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.provider, "stripe"), eq(refunds.providerId, refund.id)))
  if (refund.state === "failed")
    return recordFailure(tx, { bookingId, recordedId: notice?.row ?? existing?.id ?? null, refund, at })
  if (existing || notice) return false
  const recordedId = (await settleOwedRefund(tx, payment, refund, at)) ?? (await insertRefund(tx, payment, refund, at))
  const { id: refundId, amount } = refund
  await recordEvent(tx, {
    by: system,
    action: "booking.refund-noticed",
    subject: bookingId,
    details: {
      payment: payment.id,
      refundId,
      amount,
      written: recordedId !== null,
      ...(recordedId !== null && { refunds: [recordedId] }),
    },
    at,
  })
  if (recordedId !== null) {
    await syncCardPayments(tx, bookingId)
    await orderBookingMail(tx, { kind: "payment-refunded", bookingId, extra: { amount, means: "card" }, at })
    await issueDueInvoices(tx, bookingId, at)
  } else log.warn("A refund was made at Stripe beyond what could be given back", { refund: refundId, bookingId })
  return true
}

const noticeCondition = (bookingId: BookingId) =>
  and(eq(recordedEvents.bookingId, bookingId), eq(recordedEvents.action, "booking.refund-noticed"))
const noticeRefundId = sql<Id | null>`${recordedEvents.details} -> 'refunds' ->> 0`

/** The event log is needed: a refund replacing a failed one has no row with its number. */
async function findNotice(
  tx: Transaction,
  { bookingId }: Payment,
  { id }: StripeRefund,
): Promise<{ row: Id | null } | null> {
  const [notice] = await tx
    .select({ row: noticeRefundId })
    .from(recordedEvents)
    .where(and(noticeCondition(bookingId), sql`${recordedEvents.details} ->> 'refundId' = ${id}`))
    .limit(1)
  return notice ?? null
}

async function settleOwedRefund(
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

/** Beyond the overpayment it counts as goodwill and lowers the amount due. */
async function insertRefund(
  tx: Transaction,
  payment: Payment,
  { id, amount }: StripeRefund,
  at: Date,
): Promise<Id | null> {
  const { bookingId } = payment
  const money = await readRefundableMoney(bookingId, at, tx)
  const [refundedSum] = await tx
    .select({ sum: sql<number>`coalesce(sum(${refunds.amount}), 0)`.mapWith(Number) })
    .from(refunds)
    .where(and(eq(refunds.paymentId, payment.id), isNull(refunds.droppedAt)))
  // A constraint keeps refunds below payments, so owed refunds may leave no room.
  if (!money || amount > money.paid || amount > payment.amount - (refundedSum?.sum ?? 0)) return null
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

async function recordFailure(
  tx: Transaction,
  {
    bookingId,
    recordedId,
    refund: { id, failure },
    at,
  }: { bookingId: BookingId; recordedId: Id | null; refund: StripeRefund; at: Date },
): Promise<boolean> {
  if (recordedId === null) return false
  const [refund] = await tx.select().from(refunds).where(eq(refunds.id, recordedId)).for("update")
  if (!refund || refund.madeAt === null || refund.madeMeans !== "card" || refund.madeBy !== null) return false
  const [last] = await tx
    .select({ refundId: sql<string>`${recordedEvents.details} ->> 'refundId'` })
    .from(recordedEvents)
    .where(and(noticeCondition(bookingId), sql`${noticeRefundId} = ${recordedId}`))
    .orderBy(desc(recordedEvents.id))
    .limit(1)
  if (last ? last.refundId !== id : refund.failedAt !== null) return false
  const why = failure ?? "failed"
  await tx
    .update(refunds)
    .set({ madeOn: null, madeMeans: null, madeAt: null, madeBy: null, failedAt: at, failure: why })
    .where(eq(refunds.id, recordedId))
  const details = { amount: refund.amount, failure: why }
  await recordEvent(tx, { by: system, action: "booking.refund-failed", subject: bookingId, details, at })
  return true
}
