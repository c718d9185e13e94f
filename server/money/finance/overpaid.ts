import { sql } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import { refundDue } from "../../../domain/booking/deadlines.ts"
import type { BookingId } from "../../../domain/id.ts"
import type { Cents } from "../../../domain/money.ts"
import type { Executor, Transaction } from "../../platform/database.server.ts"
import { scheduleRefund } from "./schedule-refunds.ts"
import { issueDueInvoices } from "../invoicing/issue.ts"

export async function readOverpaidAmount(executor: Executor, bookingId: BookingId, total: Cents): Promise<Cents> {
  const { rows } = await executor.execute<{ left: string }>(sql`
    select (select coalesce(sum(amount), 0) from payments where booking_id = ${bookingId})
      - (select coalesce(sum(amount), 0) from refunds
        where booking_id = ${bookingId} and kind = 'refund' and dropped_at is null) as left`)
  return Math.max(0, Number(rows[0]?.left ?? 0) - total)
}

/** Idempotent; call it under the booking's lock. */
export async function scheduleOverpaymentRefund(
  tx: Transaction,
  { bookingId, total, by, at }: { bookingId: BookingId; total: Cents; by: Staff | null; at: Date },
): Promise<Cents> {
  const amount = await readOverpaidAmount(tx, bookingId, total)
  if (amount > 0)
    await scheduleRefund(tx, {
      bookingId,
      reason: "overpaid",
      amount,
      dueOn: refundDue(at),
      createdAt: at,
      createdBy: by?.id ?? null,
    })
  await issueDueInvoices(tx, bookingId, at)
  return amount
}
