import { and, asc, between, desc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm"
import type { Administrator } from "../../../domain/accounts/party.ts"
import { refundDue } from "../../../domain/booking/deadlines.ts"
import { occupiesDays } from "../../../domain/booking/status.ts"
import { type Day, addDays, dayInParis } from "../../../domain/day.ts"
import { MAX_CASH, MAX_CASH_FROM_ABROAD } from "../../../domain/finance/cash.ts"
import type { ManualPaymentMeans } from "../../../domain/finance/payment.ts"
import type { BookingId, Id } from "../../../domain/id.ts"
import { afterUndoing } from "../../../domain/journal/undo-window.ts"
import type { Cents } from "../../../domain/money.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { MAX_TO_PAY } from "../../../domain/pricing/price.ts"
import { clientTypeOf } from "../../booking-record/client-type.ts"
import { type Executor, type Transaction, db, transaction } from "../../platform/database.server.ts"
import { databaseErrorCode } from "../../platform/database/failures.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { issueDueInvoices } from "../invoicing/issue.ts"
import { orderBookingMail } from "../../booking-record/booking-mails.ts"
import { takeBackMails } from "../../platform/mail/take-back.ts"
import type { CardDispute } from "../payments/disputes.ts"
import { syncCardPayments } from "../payments/sync-card-payments.ts"
import { moneyKindOf } from "../payments/play-money.ts"
import { type Payable, payableOf } from "../payments/payable.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { cardDisputes } from "../../platform/schema/card-payments.ts"
import { recordedEvents } from "../../platform/schema/events.ts"
import { payments, refunds } from "../../platform/schema/money.ts"
import { oweLessWithout } from "./owe-less.ts"
import { oweByHand } from "./owe-refunds.ts"

export type Payment = typeof payments.$inferSelect

export type PaymentToRecord = {
  /** Made by the form: what is sent twice is written once. */
  id: Id
  bookingId: BookingId
  means: ManualPaymentMeans
  amount: Cents
  receivedOn: Day
  /** For the owner alone; empty is none. */
  note: string
  /** The owner has seen that the customer lives abroad: more cash may be taken. */
  payerLivesAbroad?: boolean
}

export type RecordProblem =
  | { kind: "not-found" }
  | { kind: "not-an-amount" }
  /** Money that has not come yet is no payment. */
  | { kind: "in-the-future" }
  /** Nothing was ever agreed that could be paid. */
  | { kind: "nothing-agreed" }
  /** It has play money, and takes none that is real (D73). */
  | { kind: "demonstration" }
  | TooMuchCash
  /** The same form was sent before, with something else in it. */
  | { kind: "already-recorded"; payment: Payment }

/** More cash for one booking than the law lets anybody take. `abroad`: a proof of living abroad would raise the limit. */
export type TooMuchCash = { kind: "too-much-cash"; limit: Cents; before: Cents; abroad: boolean }

/** `refund`: of it so much is owed back at once, because the booking has ended. */
type Recorded = Result<{ payment: Payment; repeated: boolean; refund: Cents }, RecordProblem>

/** More than is left of the booking's price. */
export type BeyondThePrice = { kind: "beyond-the-price"; left: Cents }

/** One of that sum came by the same means within those days, and is not taken back: perhaps the same. `by`: empty for nobody. */
export type NotedAlready = {
  kind: "noted-already"
  payment: Pick<Payment, "amount" | "means" | "receivedOn">
  by: string
}

/** A person types a payment a few days before or after its day, as the bank's lines are compared by as well. */
const SAME_WITHIN_DAYS = 10

/** Of a day before the one on which its booking was made. */
export type BeforeTheBooking = { kind: "before-the-booking"; madeOn: Day }

/** What is asked about before it is written: a slip of the pen that costs money. */
type Asking = {
  /** What another owner, or another tab, may have noted already. */
  again?: boolean
  /** More than is left of the price: its invoice leaves at once and is only taken back by a credit note. */
  beyond?: boolean
  /**
   * A day before the booking was made: interest runs from it, and a wrong year is years of it. Asked about and not refused,
   * however long before: what was agreed on the phone, or stood in a notebook, may be entered months after its money came.
   */
  before?: boolean
}

/** The owner notes what arrived by transfer, by cheque or in cash. The payment status follows by itself. */
export function recordPayment(
  actor: Administrator,
  payment: PaymentToRecord,
  at: Date = new Date(),
  { again = false, beyond = false, before = false }: Asking = {},
): Promise<Recorded | Result<never, NotedAlready | BeyondThePrice | BeforeTheBooking>> {
  return transaction(async (tx) => {
    const same = again ? await notedAlready(tx, payment) : null
    if (same) return err(same)
    const madeOn = before ? await bookingMadeOn(tx, payment) : null
    if (madeOn !== null && payment.receivedOn < madeOn) return err({ kind: "before-the-booking", madeOn })
    const left = beyond ? await leftOfPrice(tx, payment, at) : null
    if (left !== null && payment.amount > left) return err({ kind: "beyond-the-price", left })
    return recordPaymentIn(tx, actor, payment, at)
  })
}

/** Under the lock of the booking: of two who note it at once the second is asked. What was sent twice is one payment. */
async function notedAlready(
  tx: Transaction,
  { id, bookingId, amount, means, receivedOn }: PaymentToRecord,
): Promise<NotedAlready | null> {
  await lockBooking(tx, bookingId)
  if ((await tx.$count(payments, eq(payments.id, id))) > 0) return null
  const [same] = await tx
    .select({ receivedOn: payments.receivedOn, by: profiles.name })
    .from(payments)
    .leftJoin(profiles, eq(profiles.id, payments.recordedBy))
    .where(
      and(
        eq(payments.bookingId, bookingId),
        eq(payments.amount, amount),
        eq(payments.means, means),
        isNull(payments.corrects),
        between(payments.receivedOn, addDays(receivedOn, -SAME_WITHIN_DAYS), addDays(receivedOn, SAME_WITHIN_DAYS)),
        sql`not exists (select from payments entry where entry.corrects = ${payments.id})`,
      ),
    )
    .orderBy(desc(payments.recordedAt))
    .limit(1)
  return same
    ? { kind: "noted-already", payment: { amount, means, receivedOn: same.receivedOn }, by: same.by ?? "" }
    : null
}

/** Null where nobody is asked: what was noted already, and what is refused for another reason. */
async function bookingMadeOn(tx: Transaction, { id, bookingId }: PaymentToRecord): Promise<Day | null> {
  const [booking] = await tx.select({ createdAt: bookings.createdAt }).from(bookings).where(eq(bookings.id, bookingId))
  const known = await tx.$count(payments, eq(payments.id, id))
  return booking && known === 0 ? dayInParis(booking.createdAt) : null
}

/** Null where nobody is asked: what was noted already, and a booking that holds no days, whose money goes back. */
async function leftOfPrice(tx: Transaction, { id, bookingId }: PaymentToRecord, at: Date): Promise<Cents | null> {
  const booking = await lockBooking(tx, bookingId)
  if (!booking || booking.agreement === null || !occupiesDays(booking.status)) return null
  const known = await tx.select({ id: payments.id }).from(payments).where(eq(payments.id, id))
  if (known.length > 0) return null
  const payable = await payableOf(bookingId, at, tx)
  return Math.max(0, Math.max(booking.total, payable?.asked ?? 0) - (payable?.paid ?? 0))
}

/** The same within a transaction; nothing is written unless it answers with a payment. */
export async function recordPaymentIn(
  tx: Transaction,
  actor: Administrator,
  { id, bookingId, means, amount, receivedOn, note, payerLivesAbroad = false }: PaymentToRecord,
  at: Date,
): Promise<Recorded> {
  if (!Number.isInteger(amount) || amount <= 0 || amount > MAX_TO_PAY) return err({ kind: "not-an-amount" })
  if (receivedOn > dayInParis(at)) return err({ kind: "in-the-future" })
  const booking = await lockBooking(tx, bookingId)
  if (!booking) return err({ kind: "not-found" })
  const [known] = await tx.select().from(payments).where(eq(payments.id, id))
  if (known) {
    const same = known.bookingId === bookingId && known.amount === amount && known.means === means
    return same ? ok({ payment: known, repeated: true, refund: 0 }) : err({ kind: "already-recorded", payment: known })
  }
  // A booking that has ended keeps its agreement: money on its way then arrives all the same, and is given back.
  if (booking.agreement === null) return err({ kind: "nothing-agreed" })
  if ((await moneyKindOf(bookingId, tx)) === "demonstration") return err({ kind: "demonstration" })
  const cash = means === "cash" ? await cashAbove(tx, bookingId, { amount, payerLivesAbroad }) : null
  if (cash) return err(cash)
  const [payment] = await tx
    .insert(payments)
    .values({
      id,
      bookingId,
      means,
      payerLivesAbroad: means === "cash" && payerLivesAbroad,
      amount,
      receivedOn,
      recordedAt: at,
      recordedBy: actor.id,
      note: note.trim() || null,
    })
    .returning()
  if (!payment) throw new Error("The payment was not returned")
  await syncCardPayments(tx, bookingId)
  const payable = await payableOf(bookingId, at, tx)
  if (!payable) throw new Error("The booking of a payment is not there any more")
  const owed = await oweLatePayment(tx, bookingId, payable, amount, at)
  const event = await recordEvent(tx, {
    by: actor,
    action: "booking.payment-recorded",
    subject: bookingId,
    details: { payment: id, amount, means, receivedOn, ...owed },
    at,
  })
  const left = Math.max(0, payable.asked - payable.paid)
  // A slip of the pen is taken back before anybody reads of it.
  const later = { startAfter: afterUndoing(at), event }
  await orderBookingMail(tx, { kind: "payment-received", bookingId, extra: { amount, means, left }, at, ...later })
  await issueDueInvoices(tx, bookingId, at)
  return ok({ payment, repeated: false, refund: owed?.refund ?? 0 })
}

/** Counted under the lock of the booking, which the second of two who note cash at once waits for. */
async function cashAbove(
  tx: Transaction,
  bookingId: BookingId,
  { amount, payerLivesAbroad }: Required<Pick<PaymentToRecord, "amount" | "payerLivesAbroad">>,
): Promise<TooMuchCash | null> {
  const rows = await tx
    .select({ amount: payments.amount })
    .from(payments)
    .where(and(eq(payments.bookingId, bookingId), eq(payments.means, "cash")))
  const before = rows.reduce((sum, row) => sum + row.amount, 0)
  const isPrivate = (await clientTypeOf(tx, bookingId)) === "individual"
  const limit = isPrivate && payerLivesAbroad ? MAX_CASH_FROM_ABROAD : MAX_CASH
  if (before + amount <= limit) return null
  return { kind: "too-much-cash", limit, before, abroad: isPrivate && before + amount <= MAX_CASH_FROM_ABROAD }
}

/**
 * A booking that has ended asks for no more than its end keeps (D53): what comes beyond that is owed back at once, with
 * its legal date (D57), by hand as it came. Answers what the record says of it.
 */
async function oweLatePayment(
  tx: Transaction,
  bookingId: BookingId,
  { status, asked, paid }: Payable,
  amount: Cents,
  at: Date,
): Promise<{ refund: Cents; refunds: readonly Id[] } | null> {
  const refund = occupiesDays(status) ? 0 : Math.min(amount, paid - asked)
  if (refund <= 0) return null
  const owed = { bookingId, reason: "cancelled", amount: refund, dueOn: refundDue(at), createdAt: at } as const
  return { refund, refunds: [await oweByHand(tx, owed)] }
}

export type CorrectionProblem =
  | { kind: "not-found" }
  /** It was taken back before, or is itself a counter-entry, or a provider's. */
  | { kind: "not-correctable" }
  /** What was given back since stands on it. */
  | { kind: "refunded" }

/**
 * Takes back a payment that was noted by mistake, or that the bank has given back to its customer after a lost dispute, by
 * an entry against it: nothing is ever changed or removed.
 */
export async function correctPayment(
  actor: Administrator,
  paymentId: Id,
  at: Date = new Date(),
): Promise<Result<Payment, CorrectionProblem>> {
  try {
    return await transaction(async (tx) => {
      const [found] = await tx.select().from(payments).where(eq(payments.id, paymentId))
      if (!found) return err({ kind: "not-found" })
      await lockBooking(tx, found.bookingId)
      const taken = await tx.$count(payments, eq(payments.corrects, paymentId))
      const { bookingId, means, amount } = found
      const disputed = await tx.select().from(cardDisputes).where(eq(cardDisputes.paymentId, paymentId))
      if (taken > 0 || !canBeTakenBack(found, disputed)) return err({ kind: "not-correctable" })
      const owedBefore = await owedBack(tx, bookingId)
      // The bank has given it back: what was owed of it would go back twice.
      await tx
        .update(refunds)
        .set({ droppedAt: at })
        .where(and(eq(refunds.paymentId, paymentId), isNull(refunds.madeAt), isNull(refunds.droppedAt)))
      const written = await eventOfPayment(tx, found)
      if (written) {
        // What was owed because of it is not owed any more, unless it has gone back.
        const owed = inArray(refunds.id, written.refunds)
        if ((await tx.$count(refunds, and(owed, isNotNull(refunds.madeAt)))) > 0) return err({ kind: "refunded" })
        await takeBackMails(tx, written.id, at)
        await tx
          .update(refunds)
          .set({ droppedAt: at })
          .where(and(owed, isNull(refunds.droppedAt)))
      }
      await oweLessWithout(tx, found, at)
      const notOwed = owedBefore - (await owedBack(tx, bookingId))
      const [entry] = await tx
        .insert(payments)
        .values({
          bookingId,
          means,
          amount: -amount,
          receivedOn: dayInParis(at),
          recordedAt: at,
          recordedBy: actor.id,
          corrects: paymentId,
        })
        .returning()
      if (!entry) throw new Error("The counter-entry was not returned")
      await recordEvent(tx, {
        by: actor,
        action: "booking.payment-corrected",
        subject: bookingId,
        details: { payment: paymentId, amount, means, ...(notOwed > 0 && { notOwed }) },
        at,
      })
      await issueDueInvoices(tx, bookingId, at)
      return ok(entry)
    })
  } catch (error) {
    // The database keeps what is given back below what was paid.
    if (databaseErrorCode(error) === "23514") return err({ kind: "refunded" })
    throw error
  }
}

/** What is to be given back of what was paid, or was. */
async function owedBack(tx: Transaction, bookingId: BookingId): Promise<Cents> {
  const { rows } = await tx.execute<{ owed: string }>(sql`
    select coalesce(sum(amount), 0) as owed from refunds
    where booking_id = ${bookingId} and kind = 'refund' and dropped_at is null`)
  return Number(rows[0]?.owed ?? 0)
}

/** One that came by hand; one that came by card, once all of it was lost to a dispute. No counter-entry, and no set-off. */
export function canBeTakenBack(
  { id, provider, corrects, means, amount }: Payment,
  disputes: readonly Pick<CardDispute, "paymentId" | "stage" | "amount">[],
): boolean {
  if (corrects !== null || means === "set-off") return false
  return (
    provider === null ||
    disputes.some((each) => each.paymentId === id && each.stage === "lost" && each.amount >= amount)
  )
}

/**
 * The entry of the record that says that a payment was noted, and what was owed back because of it; null for what is
 * older than the record.
 */
async function eventOfPayment(
  tx: Transaction,
  { id, bookingId }: Payment,
): Promise<{ id: number; refunds: Id[] } | null> {
  const [found] = await tx
    .select({ id: recordedEvents.id, refunds: sql<Id[]>`coalesce(${recordedEvents.details} -> 'refunds', '[]')` })
    .from(recordedEvents)
    .where(
      and(
        eq(recordedEvents.bookingId, bookingId),
        eq(recordedEvents.action, "booking.payment-recorded"),
        sql`${recordedEvents.details} ->> 'payment' = ${id}`,
      ),
    )
  return found ?? null
}

async function lockBooking(tx: Transaction, id: Id) {
  const [booking] = await tx
    .select({ agreement: bookings.agreement, status: bookings.status, total: bookings.total })
    .from(bookings)
    .where(eq(bookings.id, id))
    .for("no key update")
  return booking ?? null
}

/** Every entry of a booking, as they were written; `corrected` are those that a later one took back. */
export async function paymentsOf(bookingId: BookingId): Promise<(Payment & { corrected: boolean })[]> {
  const rows = await db
    .select()
    .from(payments)
    .where(and(eq(payments.bookingId, bookingId)))
    .orderBy(asc(payments.recordedAt), asc(payments.id))
  const takenBack = new Set(rows.map(({ corrects }) => corrects))
  return rows.map((row) => ({ ...row, corrected: takenBack.has(row.id) }))
}

/** What a booking has left of what was paid: payments less their counter-entries, less what was given back. */
export async function paidOf(bookingId: BookingId, executor: Executor = db): Promise<Cents> {
  const { rows } = await executor.execute<{ paid: string }>(sql`
    select (select coalesce(sum(amount), 0) from payments where booking_id = ${bookingId})
      - (select coalesce(sum(amount), 0) from refunds
        where booking_id = ${bookingId} and kind = 'refund' and made_at is not null) as paid`)
  return Number(rows[0]?.paid ?? 0)
}

/**
 * What a confirmed booking's customer owes by that moment, whether or not it was paid: the instalments whose time has
 * come of the version that was signed. Nothing is owed before a signature (D32), nor once the booking has ended: what
 * an ended one keeps is in `booking_ends` (D53).
 */
export async function dueOf(bookingId: BookingId, at: Date, executor: Executor = db): Promise<Cents> {
  const { rows } = await executor.execute<{ due: string }>(sql`
    select coalesce(sum(asked.amount), 0) as due
    from bookings booking, instalments_in_force(booking.id) asked
      left join contracts contract on contract.id = asked.contract_id
    where booking.id = ${bookingId} and booking.status = 'confirmed'
      and (asked.contract_id is null or contract.status = 'signed')
      and (asked.due_on is null or asked.due_on <= ${dayInParis(at)}::date)`)
  return Number(rows[0]?.due ?? 0)
}
