import { and, asc, eq, isNull, notExists, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import type { Day } from "../../../domain/day.ts"
import type { BookingId } from "../../../domain/id.ts"
import type { Received } from "../../../domain/invoicing/invoice.ts"
import { type Cents, sumAmounts } from "../../../domain/money.ts"
import { type Executor, db } from "../../platform/database.server.ts"
import { payments } from "../../platform/schema/money.ts"

export async function listReceived(executor: Executor, bookingId: BookingId, today: Day): Promise<Received[]> {
  const correction = alias(payments, "correction")
  return executor
    .select({ on: payments.receivedOn, means: payments.means, amount: payments.amount })
    .from(payments)
    .where(
      and(
        eq(payments.bookingId, bookingId),
        isNull(payments.corrects),
        sql`${payments.receivedOn} <= ${today}::date`,
        notExists(executor.select({ id: correction.id }).from(correction).where(eq(correction.corrects, payments.id))),
      ),
    )
    .orderBy(asc(payments.receivedOn), asc(payments.recordedAt), asc(payments.id))
}

/** Set-off interest is no money and bears no interest. */
export function excludeSetOffs(received: readonly Received[]): Received[] {
  return received.filter(({ means }) => means !== "set-off")
}

export async function readMoneyReceived(bookingId: BookingId, today: Day): Promise<Cents> {
  return sumAmounts(excludeSetOffs(await listReceived(db, bookingId, today)))
}

export async function readDeductedInterest(bookingId: BookingId): Promise<Cents> {
  const rows = await db
    .select({ amount: payments.amount })
    .from(payments)
    .where(and(eq(payments.bookingId, bookingId), eq(payments.means, "set-off")))
  return sumAmounts(rows)
}

export function sumSetOffs(received: readonly Received[]): Cents {
  return received.reduce((sum, { means, amount }) => sum + (means === "set-off" ? amount : 0), 0)
}
