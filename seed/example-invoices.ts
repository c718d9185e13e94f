import { and, eq, inArray, isNull, lte, sql } from "drizzle-orm"
import { addDays, dayInParis, startOfDayInParis } from "../domain/day.ts"
import { db, transaction } from "../server/platform/database.server.ts"
import { issueDueInvoices } from "../server/money/invoicing/issue.ts"
import { bookingEnds } from "../server/platform/schema/booking-ends.ts"
import { bookings } from "../server/platform/schema/bookings.ts"
import { payments, refunds } from "../server/platform/schema/money.ts"

const MORNING_MS = 9 * 3_600_000
const TWO_MINUTES_MS = 120_000

/** Issues invoices in chronological order, as if each had been made at its time. */
export async function invoiceExamples(at: Date): Promise<void> {
  const paid = await db
    .select({ id: payments.bookingId, on: payments.receivedOn })
    .from(payments)
    .innerJoin(bookings, and(eq(bookings.id, payments.bookingId), eq(bookings.isExample, true)))
  const finished = await db
    .select({ id: bookings.id, returnsOn: bookings.returnsOn })
    .from(bookings)
    .where(and(eq(bookings.isExample, true), eq(bookings.status, "confirmed")))
  const ended = await db
    .select({ id: bookingEnds.bookingId, at: bookingEnds.at })
    .from(bookingEnds)
    .innerJoin(bookings, and(eq(bookings.id, bookingEnds.bookingId), eq(bookings.isExample, true)))
    .where(isNull(bookingEnds.undoneAt))
  const moments = [
    ...paid.map(({ id, on }) => ({ id, at: new Date(startOfDayInParis(on).getTime() + MORNING_MS) })),
    ...finished.map(({ id, returnsOn }) => ({
      id,
      at: new Date(startOfDayInParis(addDays(returnsOn, 1)).getTime() + MORNING_MS),
    })),
    ...ended.map(({ id, at: when }) => ({ id, at: new Date(when.getTime() + TWO_MINUTES_MS) })),
  ]
  const past = moments.filter((moment) => dayInParis(moment.at) <= dayInParis(at))
  for (const moment of past.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
    await transaction((tx) => issueDueInvoices(tx, moment.id, moment.at))
  await payInterest(at)
}

/** A new shop must not open with interest in arrears. */
async function payInterest(at: Date): Promise<void> {
  const when = sql`${refunds.dueOn}::timestamp at time zone 'Europe/Paris' + interval '9 hours'`
  await db
    .update(refunds)
    .set({ madeOn: sql`${refunds.dueOn}`, madeAt: when, madeMeans: "transfer" })
    .where(
      and(
        eq(refunds.reason, "interest"),
        isNull(refunds.madeAt),
        isNull(refunds.droppedAt),
        lte(refunds.dueOn, dayInParis(at)),
        inArray(refunds.bookingId, db.select({ id: bookings.id }).from(bookings).where(eq(bookings.isExample, true))),
      ),
    )
}
