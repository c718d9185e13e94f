import { and, eq, sql } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import { refundDue } from "../../../domain/booking/deadlines.ts"
import { type BookingStatus, effectiveStatus } from "../../../domain/booking/status.ts"
import { dayInParis } from "../../../domain/day.ts"
import type { BookingId, Id } from "../../../domain/id.ts"
import type { Cents } from "../../../domain/money.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { type Executor, type Transaction, db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { issueDueInvoices } from "../invoicing/issue.ts"
import { syncCardPayments } from "../payments/sync-card-payments.ts"
import { readPayable } from "../payments/payable.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { recordedEvents } from "../../platform/schema/events.ts"
import { scheduleRefund } from "./schedule-refunds.ts"
import { lockBooking } from "../../booking-record/lock-booking.ts"

export const MAX_GIVE_BACK_REASON = 300

export type RefundableMoney = {
  paid: Cents
  overpaid: Cents
  totalDue: Cents
  /** Before the rental only overpaid money, because the price can still change. */
  max: Cents
  status: BookingStatus
}

export async function readRefundableMoney(
  bookingId: BookingId,
  at: Date = new Date(),
  executor: Executor = db,
): Promise<RefundableMoney | null> {
  const [booking] = await executor.select().from(bookings).where(eq(bookings.id, bookingId))
  const payable = booking ? await readPayable(bookingId, at, executor) : null
  if (!booking || !payable) return null
  const status = effectiveStatus(booking, at)
  const isActive = status === "pending" || status === "confirmed"
  // Money paid before the signature is no overpayment: the contract will charge it.
  const totalDue = isActive && !payable.signed ? booking.total : payable.totalDue
  const paid = Math.max(0, payable.paid)
  const overpaid = Math.max(0, paid - totalDue)
  const max = isActive && dayInParis(at) <= booking.firstDay ? overpaid : paid
  return { paid, overpaid, totalDue, max, status }
}

export type GiveBackProblem =
  | { kind: "not-found" }
  | { kind: "nothing-to-give"; paid: Cents }
  | { kind: "not-an-amount" }
  | { kind: "reason-missing" }
  | { kind: "too-much"; max: Cents }
  | { kind: "changed"; paid: Cents }

export type GiveBackResult = {
  amount: Cents
  overpaid: Cents
  eventId: number | null
}

/** Overpaid money first, then goodwill (decision 48). Idempotent by `key`. */
export async function giveMoneyBack(
  actor: Staff,
  bookingId: BookingId,
  { key, amount, reason, expectedPaid }: { key: Id; amount: Cents; reason: string; expectedPaid: Cents },
  at: Date = new Date(),
): Promise<Result<GiveBackResult, GiveBackProblem>> {
  const words = reason.trim().slice(0, MAX_GIVE_BACK_REASON)
  if (!Number.isInteger(amount) || amount <= 0) return err({ kind: "not-an-amount" })
  if (words === "") return err({ kind: "reason-missing" })
  return transaction(async (tx) => {
    await lockBooking(tx, bookingId)
    const money = await readRefundableMoney(bookingId, at, tx)
    if (!money) return err({ kind: "not-found" })
    const existing = await findByFormKey(tx, bookingId, key)
    if (existing) return ok({ ...existing, eventId: null })
    if (money.paid !== expectedPaid) return err({ kind: "changed", paid: money.paid })
    if (money.max === 0) return err({ kind: "nothing-to-give", paid: money.paid })
    if (amount > money.max) return err({ kind: "too-much", max: money.max })
    const overpaid = Math.min(amount, money.overpaid)
    const owed = { bookingId, dueOn: refundDue(at), createdAt: at, createdBy: actor.id }
    const written = [
      ...(overpaid > 0 ? await scheduleRefund(tx, { ...owed, reason: "overpaid", amount: overpaid }) : []),
      ...(amount > overpaid
        ? await scheduleRefund(tx, { ...owed, reason: "goodwill", amount: amount - overpaid })
        : []),
    ]
    const eventId = await recordEvent(tx, {
      by: actor,
      action: "booking.money-given-back",
      subject: bookingId,
      details: { key, amount, overpaid, refunds: written },
      personal: { reason: words },
      at,
    })
    // An open card page may ask for more than is still due.
    await syncCardPayments(tx, bookingId)
    await issueDueInvoices(tx, bookingId, at)
    return ok({ amount, overpaid, eventId })
  })
}

async function findByFormKey(
  tx: Transaction,
  bookingId: BookingId,
  key: Id,
): Promise<Pick<GiveBackResult, "amount" | "overpaid"> | null> {
  const [event] = await tx
    .select({
      amount: sql<number>`(${recordedEvents.details} ->> 'amount')::integer`,
      overpaid: sql<number>`(${recordedEvents.details} ->> 'overpaid')::integer`,
    })
    .from(recordedEvents)
    .where(
      and(
        eq(recordedEvents.bookingId, bookingId),
        eq(recordedEvents.action, "booking.money-given-back"),
        sql`${recordedEvents.details} ->> 'key' = ${key}`,
      ),
    )
  return event ?? null
}
