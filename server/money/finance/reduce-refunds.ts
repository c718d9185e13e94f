import { and, asc, desc, eq, isNotNull, isNull, or, sql } from "drizzle-orm"
import { dayInParis } from "../../../domain/day.ts"
import { capRetained } from "../../../domain/finance/cancellation-settlement.ts"
import { undoEndsAt } from "../../../domain/journal/undo-window.ts"
import { type Cents, sumAmounts } from "../../../domain/money.ts"
import type { Transaction } from "../../platform/database.server.ts"
import { bookingEnds } from "../../platform/schema/booking-ends.ts"
import { type payments, refunds } from "../../platform/schema/money.ts"
import { readRefundableMoney } from "./give-money-back.ts"
import { scheduleManualRefund, scheduleRefund } from "./schedule-refunds.ts"

type Payment = typeof payments.$inferSelect
type Refund = typeof refunds.$inferSelect

/** Call it before the counter-entry: a constraint keeps refunds below payments (D53). */
export async function reduceRefundsFor(tx: Transaction, payment: Payment, at: Date): Promise<void> {
  const hasEnded = await recalculateEnd(tx, payment, at)
  const money = await readRefundableMoney(payment.bookingId, at, tx)
  const owed = await listUnsentRefunds(tx, payment)
  if (!money || owed.length === 0) return
  const left = money.paid + sumAmounts(owed) - payment.amount
  if (hasEnded) return capRefunds(tx, owed, left - money.totalDue, at)
  const [overpaid, others] = [true, false].map((isOverpaid) =>
    owed.filter(({ reason }) => (reason === "overpaid") === isOverpaid),
  )
  await capRefunds(tx, overpaid ?? [], left - sumAmounts(others ?? []) - money.totalDue, at)
  await capRefunds(tx, others ?? [], left, at)
}

function listUnsentRefunds(tx: Transaction, { bookingId }: Payment): Promise<Refund[]> {
  return tx
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.bookingId, bookingId),
        eq(refunds.kind, "refund"),
        isNull(refunds.madeAt),
        isNull(refunds.droppedAt),
        or(isNull(refunds.begunAt), isNotNull(refunds.failedAt)),
      ),
    )
    .orderBy(desc(refunds.createdAt), asc(refunds.id))
}

async function capRefunds(tx: Transaction, owed: readonly Refund[], limit: Cents, at: Date): Promise<void> {
  let excess = sumAmounts(owed) - Math.max(0, limit)
  for (const refund of owed) {
    if (excess <= 0) return
    await replaceRefund(tx, refund, Math.max(0, refund.amount - excess), at)
    excess -= refund.amount
  }
}

async function replaceRefund(tx: Transaction, refund: Refund, amount: Cents, at: Date): Promise<void> {
  const { bookingId, kind, reason, dueOn, createdAt, createdBy, paymentId, failedAt } = refund
  await tx.update(refunds).set({ droppedAt: at }).where(eq(refunds.id, refund.id))
  if (amount === 0) return
  const owed = { bookingId, kind, reason, dueOn, createdAt, createdBy, amount }
  if (kind === "refund" && paymentId !== null && failedAt === null)
    await scheduleRefund(tx, owed, undoEndsAt(createdAt))
  else await scheduleManualRefund(tx, owed)
}

/** Replaces the booking's end if it had counted this payment; true when the booking has ended. */
async function recalculateEnd(tx: Transaction, { id, bookingId, recordedAt }: Payment, at: Date): Promise<boolean> {
  const isInForce = and(eq(bookingEnds.bookingId, bookingId), isNull(bookingEnds.undoneAt))
  const [end] = await tx.select().from(bookingEnds).where(isInForce)
  if (!end || recordedAt > end.at) return end !== undefined
  const endedOn = end.noticedOn ?? dayInParis(end.at)
  const { rows } = await tx.execute<{ paid: string; in_time: string; due: string }>(sql`
    with came as (
      select amount, received_on from payments payment
      where booking_id = ${bookingId} and corrects is null and id <> ${id} and recorded_at <= ${end.at.toISOString()}
        and not exists (select from payments entry where entry.corrects = payment.id)
    ), went as (
      select amount, (created_at at time zone 'Europe/Paris')::date as owed_on from refunds
      where booking_id = ${bookingId} and kind = 'refund' and dropped_at is null and created_at < ${end.at.toISOString()}
    )
    select
      (select coalesce(sum(amount), 0) from came) - (select coalesce(sum(amount), 0) from went) as paid,
      (select coalesce(sum(amount), 0) from came where received_on <= ${endedOn}::date)
        - (select coalesce(sum(amount), 0) from went where owed_on <= ${endedOn}::date) as in_time,
      (select coalesce(sum(amount), 0) from instalments_in_force(${bookingId}) instalment
          join contracts on contracts.id = instalment.contract_id and contracts.status = 'signed'
        where due_on is null or due_on <= ${endedOn}::date) as due`)
  const money = { paid: Math.max(0, Number(rows[0]?.paid ?? 0)), dueByThen: Number(rows[0]?.due ?? 0) }
  // Payment for performed work is owed whatever was paid (L221-25).
  const moneyInTime = { ...money, paid: Math.max(0, Math.min(money.paid, Number(rows[0]?.in_time ?? 0))) }
  const retained = end.kind === "withdrawn" ? end.kept : capRetained(end.kept, end.noticedOn ? moneyInTime : money)
  const indemnity = capRetained(end.indemnity, money)
  await tx.update(bookingEnds).set({ undoneAt: at }).where(eq(bookingEnds.id, end.id))
  const { id: _id, ...endValues } = end
  await tx
    .insert(bookingEnds)
    .values({ ...endValues, kept: retained, indemnity, refund: Math.max(0, money.paid - retained) })
  if (indemnity < end.indemnity) await lowerIndemnity(tx, end, indemnity, at)
  return true
}

/** The indemnity equals the kept amount (D43); a paid one stays. */
async function lowerIndemnity(
  tx: Transaction,
  { bookingId, at: endedAt }: typeof bookingEnds.$inferSelect,
  indemnity: Cents,
  at: Date,
): Promise<void> {
  const [owed] = await tx
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.bookingId, bookingId),
        eq(refunds.kind, "indemnity"),
        eq(refunds.reason, "cancelled"),
        eq(refunds.createdAt, endedAt),
        isNull(refunds.madeAt),
        isNull(refunds.droppedAt),
      ),
    )
  if (owed) await replaceRefund(tx, owed, indemnity, at)
}
