import { and, asc, eq, isNull, notExists, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import type { Day } from "../../../domain/day.ts"
import type { BookingId } from "../../../domain/id.ts"
import type { Received } from "../../../domain/invoicing/invoice.ts"
import type { Cents } from "../../../domain/money.ts"
import { type Executor, db } from "../../platform/database.server.ts"
import { payments } from "../../platform/schema/money.ts"

/** The payments that count, the oldest first: what was taken back is none. */
export async function receivedOf(executor: Executor, bookingId: BookingId, today: Day): Promise<Received[]> {
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

/** Without the interest that was taken off the balance: that is no money, and bears none. */
export function moneyIn(received: readonly Received[]): Received[] {
  return received.filter(({ means }) => means !== "set-off")
}

/** All the money that came in for a booking, whether or not it was given back since. */
export async function moneyReceived(bookingId: BookingId, today: Day): Promise<Cents> {
  return moneyIn(await receivedOf(db, bookingId, today)).reduce((sum, { amount }) => sum + amount, 0)
}

/** That interest of a booking, whatever its day. */
export async function interestTakenOff(bookingId: BookingId): Promise<Cents> {
  const rows = await db
    .select({ amount: payments.amount })
    .from(payments)
    .where(and(eq(payments.bookingId, bookingId), eq(payments.means, "set-off")))
  return rows.reduce((sum, { amount }) => sum + amount, 0)
}

/** The same of payments that are known, in cents. */
export function setOffOf(received: readonly Received[]): Cents {
  return received.reduce((sum, { means, amount }) => sum + (means === "set-off" ? amount : 0), 0)
}
