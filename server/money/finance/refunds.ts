import { and, asc, eq, isNotNull, isNull, lte, or, sql } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import type { Day } from "../../../domain/day.ts"
import { dayInParis, isDay } from "../../../domain/day.ts"
import { MAX_CASH } from "../../../domain/finance/cash.ts"
import type { ManualPaymentMeans } from "../../../domain/finance/payment.ts"
import type { BookingId, Id } from "../../../domain/id.ts"
import type { Cents } from "../../../domain/money.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { type Transaction, db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { issueDueInvoices } from "../invoicing/issue.ts"
import { orderBookingMail } from "../../booking-record/booking-mails.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { refunds } from "../../platform/schema/money.ts"
import { lockBookingForMoney } from "../../booking-record/lock-booking.ts"

export type Refund = typeof refunds.$inferSelect

export type OpenRefund = Pick<Refund, "id" | "bookingId" | "kind" | "reason" | "amount" | "dueOn"> & {
  number: number
  clientName: string
  late: boolean
  failed: boolean
}

export async function listOpenRefunds(at: Date, bookingId: BookingId | null = null): Promise<OpenRefund[]> {
  const today = dayInParis(at)
  const { id, kind, reason, amount, dueOn } = refunds
  const rows = await db
    .select({
      id,
      bookingId: refunds.bookingId,
      kind,
      reason,
      amount,
      dueOn,
      failed: sql<boolean>`${refunds.failedAt} is not null`,
      number: bookings.number,
      clientName: profiles.name,
    })
    .from(refunds)
    .innerJoin(bookings, eq(bookings.id, refunds.bookingId))
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .where(
      and(
        isNull(refunds.madeAt),
        isNull(refunds.droppedAt),
        or(isNull(refunds.paymentId), isNotNull(refunds.failedAt), lte(refunds.dueOn, today)),
        // Nobody pays an indemnity in demonstration money (D73).
        or(eq(bookings.isDemonstration, false), isNotNull(refunds.paymentId)),
        bookingId === null ? undefined : eq(refunds.bookingId, bookingId),
      ),
    )
    .orderBy(asc(dueOn), asc(refunds.createdAt), asc(id))
  return rows.map((row) => ({ ...row, late: row.dueOn < today }))
}

export async function listRefunds(bookingId: BookingId): Promise<Refund[]> {
  return db
    .select()
    .from(refunds)
    .where(and(eq(refunds.bookingId, bookingId), isNull(refunds.droppedAt)))
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
}

export type RefundProblem =
  | { kind: "not-found" }
  | { kind: "already-made"; refund: Refund; by: string; at: Date }
  | { kind: "not-owed" }
  | { kind: "by-card" }
  | { kind: "not-a-day" }
  /** Legal limit for cash paid by a business (L112-6 CMF, D74). */
  | { kind: "too-much-cash"; limit: Cents }

export type BeforeRefundOwed = { kind: "before-it-was-owed"; owedOn: Day }

type MadeRefund = { means: ManualPaymentMeans; madeOn: Day; note: string }

/** Idempotent, so that a form sent twice records one refund. */
export function recordRefund({
  actor,
  refundId,
  made,
  at = new Date(),
  askIfBeforeOwed = false,
}: {
  actor: Staff
  refundId: Id
  made: MadeRefund
  at?: Date
  askIfBeforeOwed?: boolean
}): Promise<Result<Refund, RefundProblem | BeforeRefundOwed>> {
  return transaction(async (tx) => {
    const owedOn = askIfBeforeOwed ? await readOwedSince(tx, refundId) : null
    if (owedOn !== null && isDay(made.madeOn) && made.madeOn < owedOn)
      return err({ kind: "before-it-was-owed", owedOn })
    return recordRefundIn(tx, { actor, refundId, made, at })
  })
}

async function readOwedSince(tx: Transaction, id: Id): Promise<Day | null> {
  const [owed] = await tx
    .select({ createdAt: refunds.createdAt })
    .from(refunds)
    .where(and(eq(refunds.id, id), isNull(refunds.madeAt), isNull(refunds.droppedAt)))
  return owed ? dayInParis(owed.createdAt) : null
}

export async function recordRefundIn(
  tx: Transaction,
  { actor, refundId, made: { means, madeOn, note }, at }: { actor: Staff; refundId: Id; made: MadeRefund; at: Date },
): Promise<Result<Refund, RefundProblem>> {
  if (!isDay(madeOn) || madeOn > dayInParis(at)) return err({ kind: "not-a-day" })
  const words = note.trim()
  const [row] = await tx.select({ bookingId: refunds.bookingId }).from(refunds).where(eq(refunds.id, refundId))
  if (!row) return err({ kind: "not-found" })
  // Lock order: the booking first, as everywhere its money moves.
  await lockBookingForMoney(tx, row.bookingId)
  if (means === "cash" && (await exceedsCashLimit(tx, row.bookingId, refundId)))
    return err({ kind: "too-much-cash", limit: MAX_CASH })
  const [refund] = await tx
    .update(refunds)
    .set({ madeOn, madeMeans: means, madeAt: at, madeBy: actor.id, ...(words ? { note: words } : {}) })
    .where(
      and(
        eq(refunds.id, refundId),
        isNull(refunds.madeAt),
        isNull(refunds.droppedAt),
        // Card refunds run by themselves; recording one would refund twice.
        or(isNull(refunds.paymentId), isNotNull(refunds.failedAt)),
      ),
    )
    .returning()
  if (!refund) return err(await findRefundProblem(tx, refundId))
  await recordEvent(tx, {
    by: actor,
    action: "booking.refunded",
    subject: refund.bookingId,
    details: { amount: refund.amount, means, madeOn },
    ...(words ? { personal: { note: words } } : {}),
    at,
  })
  await orderBookingMail(tx, {
    kind: "payment-refunded",
    bookingId: refund.bookingId,
    extra: { amount: refund.amount, means },
    at,
  })
  await issueDueInvoices(tx, refund.bookingId, at)
  return ok(refund)
}

async function exceedsCashLimit(tx: Transaction, bookingId: BookingId, refundId: Id): Promise<boolean> {
  const { rows } = await tx.execute<{ exceeds: boolean }>(sql`
    select made_at is null and amount + (
      select coalesce(sum(amount), 0) from refunds
      where booking_id = ${bookingId} and made_means = 'cash' and made_at is not null) > ${MAX_CASH} as exceeds
    from refunds where id = ${refundId}`)
  return rows[0]?.exceeds ?? false
}

async function findRefundProblem(tx: Transaction, id: Id): Promise<RefundProblem> {
  const [row] = await tx
    .select({ refund: refunds, by: profiles.name })
    .from(refunds)
    .leftJoin(profiles, eq(profiles.id, refunds.madeBy))
    .where(eq(refunds.id, id))
  if (!row) return { kind: "not-found" }
  const { refund, by } = row
  if (refund.madeAt !== null) return { kind: "already-made", refund, by: by ?? "", at: refund.madeAt }
  return { kind: refund.droppedAt === null ? "by-card" : "not-owed" }
}
