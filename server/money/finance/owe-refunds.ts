import { sql } from "drizzle-orm"
import type { RefundKind, RefundReason } from "../../../domain/finance/payment.ts"
import type { Day } from "../../../domain/day.ts"
import type { BookingId, Id, ProfileId } from "../../../domain/id.ts"
import type { Cents } from "../../../domain/money.ts"
import type { Transaction } from "../../platform/database.server.ts"
import { enqueue } from "../../platform/queue/queue.ts"
import { refunds } from "../../platform/schema/money.ts"

export type OwedRefund = {
  bookingId: BookingId
  /** A refund where nothing else is said. */
  kind?: RefundKind
  reason: RefundReason
  amount: Cents
  /** The legal date. */
  dueOn: Day
  createdAt: Date
  createdBy?: ProfileId | null
}

/**
 * Writes that money of a booking is to be given back, under the lock of its row. What was paid by card goes back to it by
 * a job, the latest payment first and never more of one than it was; the rest is an open matter until somebody notes how
 * (D57). `startAfter`: an act that can be undone gives nothing back before it cannot. Answers the ids of what was written.
 */
export async function oweRefund(tx: Transaction, owed: OwedRefund, startAfter?: Date): Promise<Id[]> {
  const { rows } = await tx.execute<{ id: Id; left: string }>(sql`
    select payment.id, payment.amount - coalesce((
      select sum(amount) from refunds where payment_id = payment.id and dropped_at is null), 0) as left
    from payments payment
    where booking_id = ${owed.bookingId} and provider is not null
      and not exists (select from payments entry where entry.corrects = payment.id)
    order by recorded_at desc, id`)
  let rest = owed.amount
  const written: Id[] = []
  for (const { id, left } of rows) {
    const amount = Math.min(rest, Number(left))
    if (amount <= 0) continue
    rest -= amount
    const [made] = await tx
      .insert(refunds)
      .values({ ...owed, amount, paymentId: id })
      .returning({ id: refunds.id })
    if (!made) throw new Error("The refund was not returned")
    written.push(made.id)
    await enqueue(tx, "settle-card-refund", { id: made.id }, startAfter ? { startAfter } : {})
  }
  if (rest > 0) written.push(await oweByHand(tx, { ...owed, amount: rest }))
  return written
}

/** The same for money that came by hand and goes back the way it came: an open matter with its legal date (D57). */
export async function oweByHand(tx: Transaction, owed: OwedRefund): Promise<Id> {
  const [byHand] = await tx.insert(refunds).values(owed).returning({ id: refunds.id })
  if (!byHand) throw new Error("The refund was not returned")
  return byHand.id
}
