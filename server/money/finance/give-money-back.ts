import { and, eq, sql } from "drizzle-orm"
import type { Administrator } from "../../../domain/accounts/party.ts"
import { refundDue } from "../../../domain/booking/deadlines.ts"
import { type BookingStatus, statusAt } from "../../../domain/booking/status.ts"
import { dayInParis } from "../../../domain/day.ts"
import type { BookingId, Id } from "../../../domain/id.ts"
import type { Cents } from "../../../domain/money.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { type Executor, type Transaction, db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { issueDueInvoices } from "../invoicing/issue.ts"
import { syncCardPayments } from "../payments/sync-card-payments.ts"
import { payableOf } from "../payments/payable.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { recordedEvents } from "../../platform/schema/events.ts"
import { oweRefund } from "./owe-refunds.ts"

/** The longest reason that is kept with it. */
export const MAX_GIVE_BACK_REASON = 300

/** What of a booking's money could be given back, in cents. */
export type MoneyToGiveBack = {
  /** What came in and neither went back nor is going to. */
  paid: Cents
  /** Of that, what nothing asks for. */
  overpaid: Cents
  /** What its customer may be asked for in all. */
  asked: Cents
  /** The most that is given back now: before the rental only what nobody asks for, since the price can still change. */
  max: Cents
  status: BookingStatus
}

/** Nothing is written. Null where there is no such booking. */
export async function moneyToGiveBack(
  bookingId: BookingId,
  at: Date = new Date(),
  executor: Executor = db,
): Promise<MoneyToGiveBack | null> {
  const [booking] = await executor.select().from(bookings).where(eq(bookings.id, bookingId))
  const payable = booking ? await payableOf(bookingId, at, executor) : null
  if (!booking || !payable) return null
  const status = statusAt(booking, at)
  const goesOn = status === "pending" || status === "confirmed"
  // What is paid before a signature is no money too much: it will be asked for.
  const asked = goesOn && !payable.signed ? booking.total : payable.asked
  const paid = Math.max(0, payable.paid)
  const overpaid = Math.max(0, paid - asked)
  const max = goesOn && dayInParis(at) <= booking.firstDay ? overpaid : paid
  return { paid, overpaid, asked, max, status }
}

export type GiveBackProblem =
  | { kind: "not-found" }
  /** Nothing of it can be given back now; `paid`: something was paid, and the price can still be changed. */
  | { kind: "nothing-to-give"; paid: Cents }
  | { kind: "not-an-amount" }
  | { kind: "reason-missing" }
  /** More than there is. */
  | { kind: "too-much"; max: Cents }
  /** Money came in or went back since the form was opened. */
  | { kind: "changed"; paid: Cents }

export type GivenBack = {
  amount: Cents
  /** Of that, what nothing asked for; the rest is goodwill, and lowers what is asked. */
  overpaid: Cents
  /** Null where nothing was written, because the same form had been sent before. */
  eventId: number | null
}

/**
 * The owner gives back a part of what was paid, or all of it: what nothing asks for first, the rest as goodwill
 * (decision 48). What was paid by card goes back to it by itself, the rest is noted by hand (D57). `key` is the form's: sent twice it is done once. `shownPaid` is what the
 * form said was paid: of two who give back at once, the second reads of the first.
 */
export async function giveMoneyBack(
  actor: Administrator,
  bookingId: BookingId,
  { key, amount, reason, shownPaid }: { key: Id; amount: Cents; reason: string; shownPaid: Cents },
  at: Date = new Date(),
): Promise<Result<GivenBack, GiveBackProblem>> {
  const words = reason.trim().slice(0, MAX_GIVE_BACK_REASON)
  if (!Number.isInteger(amount) || amount <= 0) return err({ kind: "not-an-amount" })
  if (words === "") return err({ kind: "reason-missing" })
  return transaction(async (tx) => {
    await lockBooking(tx, bookingId)
    const money = await moneyToGiveBack(bookingId, at, tx)
    if (!money) return err({ kind: "not-found" })
    const before = await givenByForm(tx, bookingId, key)
    if (before) return ok({ ...before, eventId: null })
    if (money.paid !== shownPaid) return err({ kind: "changed", paid: money.paid })
    if (money.max === 0) return err({ kind: "nothing-to-give", paid: money.paid })
    if (amount > money.max) return err({ kind: "too-much", max: money.max })
    const overpaid = Math.min(amount, money.overpaid)
    const owed = { bookingId, dueOn: refundDue(at), createdAt: at, createdBy: actor.id }
    const written = [
      ...(overpaid > 0 ? await oweRefund(tx, { ...owed, reason: "overpaid", amount: overpaid }) : []),
      ...(amount > overpaid ? await oweRefund(tx, { ...owed, reason: "goodwill", amount: amount - overpaid }) : []),
    ]
    const eventId = await recordEvent(tx, {
      by: actor,
      action: "booking.money-given-back",
      subject: bookingId,
      details: { key, amount, overpaid, refunds: written },
      personal: { reason: words },
      at,
    })
    // An open card page may ask for what is not asked for any more.
    await syncCardPayments(tx, bookingId)
    await issueDueInvoices(tx, bookingId, at)
    return ok({ amount, overpaid, eventId })
  })
}

async function lockBooking(tx: Transaction, id: BookingId): Promise<void> {
  await tx.select({ id: bookings.id }).from(bookings).where(eq(bookings.id, id)).for("update")
}

/** What that form gave back. */
async function givenByForm(
  tx: Transaction,
  bookingId: BookingId,
  key: Id,
): Promise<Pick<GivenBack, "amount" | "overpaid"> | null> {
  const [known] = await tx
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
  return known ?? null
}
