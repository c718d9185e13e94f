import { and, asc, desc, eq, isNotNull, isNull, or, sql } from "drizzle-orm"
import { dayInParis } from "../../../domain/day.ts"
import { keptWithout } from "../../../domain/finance/cancellation-settlement.ts"
import { afterUndoing } from "../../../domain/journal/undo-window.ts"
import type { Cents } from "../../../domain/money.ts"
import type { Transaction } from "../../platform/database.server.ts"
import { bookingEnds } from "../../platform/schema/booking-ends.ts"
import { type payments, refunds } from "../../platform/schema/money.ts"
import { moneyToGiveBack } from "./give-money-back.ts"
import { oweByHand, oweRefund } from "./owe-refunds.ts"

type Payment = typeof payments.$inferSelect
type Refund = typeof refunds.$inferSelect

/**
 * A payment turns out to be none: what is owed back of money that never came is owed no more, and an end keeps what it
 * would have kept without it (D53). What has gone back, or is on its way to a card, stays. To be called under the lock of
 * the booking, before the counter-entry: the database keeps what is given back below what was paid.
 */
export async function oweLessWithout(tx: Transaction, payment: Payment, at: Date): Promise<void> {
  const hasEnded = await endWithout(tx, payment, at)
  const money = await moneyToGiveBack(payment.bookingId, at, tx)
  const owed = await openRefunds(tx, payment)
  if (!money || owed.length === 0) return
  // All that came without this payment, less what has gone back.
  const left = money.paid + sumOf(owed) - payment.amount
  if (hasEnded) return oweAtMost(tx, owed, left - money.asked, at)
  // Of a booking that goes on only what was paid too much depends on what is asked.
  const [tooMuch, others] = [true, false].map((is) => owed.filter(({ reason }) => (reason === "overpaid") === is))
  await oweAtMost(tx, tooMuch ?? [], left - sumOf(others ?? []) - money.asked, at)
  await oweAtMost(tx, others ?? [], left, at)
}

/** What is to be given back and has not left, the latest first. */
function openRefunds(tx: Transaction, { bookingId }: Payment): Promise<Refund[]> {
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

/** Of these at most so much stays owed; what is lowered keeps its reason and its legal date. */
async function oweAtMost(tx: Transaction, owed: readonly Refund[], most: Cents, at: Date): Promise<void> {
  let beyond = sumOf(owed) - Math.max(0, most)
  for (const refund of owed) {
    if (beyond <= 0) return
    await oweInstead(tx, refund, Math.max(0, refund.amount - beyond), at)
    beyond -= refund.amount
  }
}

async function oweInstead(tx: Transaction, refund: Refund, amount: Cents, at: Date): Promise<void> {
  const { bookingId, kind, reason, dueOn, createdAt, createdBy, paymentId, failedAt } = refund
  await tx.update(refunds).set({ droppedAt: at }).where(eq(refunds.id, refund.id))
  if (amount === 0) return
  const owed = { bookingId, kind, reason, dueOn, createdAt, createdBy, amount }
  // What the bank could not take back goes back by hand, as it did.
  if (kind === "refund" && paymentId !== null && failedAt === null) await oweRefund(tx, owed, afterUndoing(createdAt))
  else await oweByHand(tx, owed)
}

/**
 * Writes the end that counts anew where it had counted this payment: its figures are those of the money that did come.
 * Whether the booking has ended.
 */
async function endWithout(tx: Transaction, { id, bookingId, recordedAt }: Payment, at: Date): Promise<boolean> {
  const counts = and(eq(bookingEnds.bookingId, bookingId), isNull(bookingEnds.undoneAt))
  const [end] = await tx.select().from(bookingEnds).where(counts)
  if (!end || recordedAt > end.at) return end !== undefined
  // An end that the owner noted was reckoned by the day of its notice (D68).
  const on = end.noticedOn ?? dayInParis(end.at)
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
      (select coalesce(sum(amount), 0) from came where received_on <= ${on}::date)
        - (select coalesce(sum(amount), 0) from went where owed_on <= ${on}::date) as in_time,
      (select coalesce(sum(amount), 0) from instalments_in_force(${bookingId}) asked
          join contracts on contracts.id = asked.contract_id and contracts.status = 'signed'
        where due_on is null or due_on <= ${on}::date) as due`)
  const money = { paid: Math.max(0, Number(rows[0]?.paid ?? 0)), dueByThen: Number(rows[0]?.due ?? 0) }
  // What is owed for what was performed is owed whatever was paid (L221-25).
  const inTime = { ...money, paid: Math.max(0, Math.min(money.paid, Number(rows[0]?.in_time ?? 0))) }
  const kept = end.kind === "withdrawn" ? end.kept : keptWithout(end.kept, end.noticedOn ? inTime : money)
  const indemnity = keptWithout(end.indemnity, money)
  await tx.update(bookingEnds).set({ undoneAt: at }).where(eq(bookingEnds.id, end.id))
  const { id: _id, ...same } = end
  await tx.insert(bookingEnds).values({ ...same, kept, indemnity, refund: Math.max(0, money.paid - kept) })
  if (indemnity < end.indemnity) await lowerIndemnity(tx, end, indemnity, at)
  return true
}

/** D43's indemnity is what the end would have kept; one that was paid out stays. */
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
  if (owed) await oweInstead(tx, owed, indemnity, at)
}

function sumOf(rows: readonly { amount: Cents }[]): Cents {
  return rows.reduce((sum, { amount }) => sum + amount, 0)
}
