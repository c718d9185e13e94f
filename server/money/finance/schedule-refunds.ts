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
  kind?: RefundKind
  reason: RefundReason
  amount: Cents
  dueOn: Day
  createdAt: Date
  createdBy?: ProfileId | null
}

/** Call it under the booking lock. Card refunds run in a job, the rest by hand (D57). */
export async function scheduleRefund(tx: Transaction, owed: OwedRefund, startAfter?: Date): Promise<Id[]> {
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
    const [created] = await tx
      .insert(refunds)
      .values({ ...owed, amount, paymentId: id })
      .returning({ id: refunds.id })
    if (!created) throw new Error("The refund was not returned")
    written.push(created.id)
    await enqueue(tx, "settle-card-refund", { id: created.id }, startAfter ? { startAfter } : {})
  }
  if (rest > 0) written.push(await scheduleManualRefund(tx, { ...owed, amount: rest }))
  return written
}

export async function scheduleManualRefund(tx: Transaction, owed: OwedRefund): Promise<Id> {
  const [byHand] = await tx.insert(refunds).values(owed).returning({ id: refunds.id })
  if (!byHand) throw new Error("The refund was not returned")
  return byHand.id
}
