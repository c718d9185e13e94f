import { and, asc, between, desc, eq, isNull, sql } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import { refundDue } from "../../../domain/booking/deadlines.ts"
import { occupiesDays } from "../../../domain/booking/status.ts"
import { type Day, addDays, dayInParis } from "../../../domain/day.ts"
import { MAX_CASH, MAX_CASH_FROM_ABROAD } from "../../../domain/finance/cash.ts"
import type { ManualPaymentMeans } from "../../../domain/finance/payment.ts"
import type { BookingId, Id } from "../../../domain/id.ts"
import { undoEndsAt } from "../../../domain/journal/undo-window.ts"
import type { Cents } from "../../../domain/money.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { MAX_TO_PAY } from "../../../domain/pricing/price.ts"
import { readClientType } from "../../booking-record/client-type.ts"
import { type Transaction, db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { issueDueInvoices } from "../invoicing/issue.ts"
import { orderBookingMail } from "../../booking-record/booking-mails.ts"
import { syncCardPayments } from "../payments/sync-card-payments.ts"
import { readMoneyKind } from "../payments/money-kind.ts"
import { type Payable, readPayable } from "../payments/payable.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { payments } from "../../platform/schema/money.ts"
import { scheduleManualRefund } from "./schedule-refunds.ts"
import { lockBookingForMoney } from "../../booking-record/lock-booking.ts"

export type Payment = typeof payments.$inferSelect

export type PaymentToRecord = {
  id: Id
  bookingId: BookingId
  means: ManualPaymentMeans
  amount: Cents
  receivedOn: Day
  note: string
  payerLivesAbroad?: boolean
}

export type RecordProblem =
  | { kind: "not-found" }
  | { kind: "not-an-amount" }
  | { kind: "in-the-future" }
  | { kind: "nothing-agreed" }
  /** Demonstration bookings take no real money (D73). */
  | { kind: "demonstration" }
  | TooMuchCash
  | { kind: "already-recorded"; payment: Payment }

/** `abroad`: proof of living abroad would raise the limit. */
type TooMuchCash = { kind: "too-much-cash"; limit: Cents; before: Cents; abroad: boolean }

type RecordResult = Result<{ payment: Payment; repeated: boolean; refund: Cents }, RecordProblem>

export type AbovePrice = { kind: "beyond-the-price"; left: Cents }

export type DuplicatePayment = {
  kind: "noted-already"
  payment: Pick<Payment, "amount" | "means" | "receivedOn">
  by: string
}

const DUPLICATE_WINDOW_DAYS = 10

export type BeforeBooking = { kind: "before-the-booking"; madeOn: Day }

type PaymentConfirmations = {
  askIfDuplicate?: boolean
  askIfAbovePrice?: boolean
  /** Interest runs from this day, so an early one needs confirmation. */
  askIfBeforeBooking?: boolean
}

export function recordPayment(
  actor: Staff,
  payment: PaymentToRecord,
  at: Date = new Date(),
  { askIfDuplicate = false, askIfAbovePrice = false, askIfBeforeBooking = false }: PaymentConfirmations = {},
): Promise<RecordResult | Result<never, DuplicatePayment | AbovePrice | BeforeBooking>> {
  return transaction(async (tx) => {
    const same = askIfDuplicate ? await findDuplicatePayment(tx, payment) : null
    if (same) return err(same)
    const madeOn = askIfBeforeBooking ? await readBookingDayIfNew(tx, payment) : null
    if (madeOn !== null && payment.receivedOn < madeOn) return err({ kind: "before-the-booking", madeOn })
    const left = askIfAbovePrice ? await readRemainingPriceIfNew(tx, payment, at) : null
    if (left !== null && payment.amount > left) return err({ kind: "beyond-the-price", left })
    return recordPaymentIn(tx, actor, payment, at)
  })
}

/** Locks the booking, so that the second of two concurrent entries is caught. */
async function findDuplicatePayment(
  tx: Transaction,
  { id, bookingId, amount, means, receivedOn }: PaymentToRecord,
): Promise<DuplicatePayment | null> {
  await lockBookingForMoney(tx, bookingId)
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
        between(
          payments.receivedOn,
          addDays(receivedOn, -DUPLICATE_WINDOW_DAYS),
          addDays(receivedOn, DUPLICATE_WINDOW_DAYS),
        ),
        sql`not exists (select from payments entry where entry.corrects = ${payments.id})`,
      ),
    )
    .orderBy(desc(payments.recordedAt))
    .limit(1)
  return same
    ? { kind: "noted-already", payment: { amount, means, receivedOn: same.receivedOn }, by: same.by ?? "" }
    : null
}

async function readBookingDayIfNew(tx: Transaction, { id, bookingId }: PaymentToRecord): Promise<Day | null> {
  const [booking] = await tx.select({ createdAt: bookings.createdAt }).from(bookings).where(eq(bookings.id, bookingId))
  const existing = await tx.$count(payments, eq(payments.id, id))
  return booking && existing === 0 ? dayInParis(booking.createdAt) : null
}

async function readRemainingPriceIfNew(
  tx: Transaction,
  { id, bookingId }: PaymentToRecord,
  at: Date,
): Promise<Cents | null> {
  const booking = await lockBookingForMoney(tx, bookingId)
  if (!booking || booking.agreement === null || !occupiesDays(booking.status)) return null
  const existing = await tx.select({ id: payments.id }).from(payments).where(eq(payments.id, id))
  if (existing.length > 0) return null
  const payable = await readPayable(bookingId, at, tx)
  return Math.max(0, Math.max(booking.total, payable?.totalDue ?? 0) - (payable?.paid ?? 0))
}

export async function recordPaymentIn(
  tx: Transaction,
  actor: Staff,
  { id, bookingId, means, amount, receivedOn, note, payerLivesAbroad = false }: PaymentToRecord,
  at: Date,
): Promise<RecordResult> {
  if (!Number.isInteger(amount) || amount <= 0 || amount > MAX_TO_PAY) return err({ kind: "not-an-amount" })
  if (receivedOn > dayInParis(at)) return err({ kind: "in-the-future" })
  const booking = await lockBookingForMoney(tx, bookingId)
  if (!booking) return err({ kind: "not-found" })
  const [existing] = await tx.select().from(payments).where(eq(payments.id, id))
  if (existing) {
    const isSame = existing.bookingId === bookingId && existing.amount === amount && existing.means === means
    return isSame
      ? ok({ payment: existing, repeated: true, refund: 0 })
      : err({ kind: "already-recorded", payment: existing })
  }
  // An ended booking keeps its agreement, so that late money is accepted and refunded.
  if (booking.agreement === null) return err({ kind: "nothing-agreed" })
  if ((await readMoneyKind(bookingId, tx)) === "demonstration") return err({ kind: "demonstration" })
  const cash = means === "cash" ? await checkCashLimit(tx, bookingId, { amount, payerLivesAbroad }) : null
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
  const payable = await readPayable(bookingId, at, tx)
  if (!payable) throw new Error("The booking of a payment is not there any more")
  const owed = await scheduleLatePaymentRefund(tx, { bookingId, payable, amount, at })
  const event = await recordEvent(tx, {
    by: actor,
    action: "booking.payment-recorded",
    subject: bookingId,
    details: { payment: id, amount, means, receivedOn, ...owed },
    at,
  })
  const left = Math.max(0, payable.totalDue - payable.paid)
  const later = { startAfter: undoEndsAt(at), eventId: event }
  await orderBookingMail(tx, { kind: "payment-received", bookingId, extra: { amount, means, left }, at, ...later })
  await issueDueInvoices(tx, bookingId, at)
  return ok({ payment, repeated: false, refund: owed?.refund ?? 0 })
}

/** Call it under the booking lock, or two cash payments could exceed the limit. */
async function checkCashLimit(
  tx: Transaction,
  bookingId: BookingId,
  { amount, payerLivesAbroad }: Required<Pick<PaymentToRecord, "amount" | "payerLivesAbroad">>,
): Promise<TooMuchCash | null> {
  const rows = await tx
    .select({ amount: payments.amount })
    .from(payments)
    .where(and(eq(payments.bookingId, bookingId), eq(payments.means, "cash")))
  const before = rows.reduce((sum, row) => sum + row.amount, 0)
  const isPrivate = (await readClientType(tx, bookingId)) === "individual"
  const limit = isPrivate && payerLivesAbroad ? MAX_CASH_FROM_ABROAD : MAX_CASH
  if (before + amount <= limit) return null
  return { kind: "too-much-cash", limit, before, abroad: isPrivate && before + amount <= MAX_CASH_FROM_ABROAD }
}

/** An ended booking's excess is owed back at once (D53, D57). */
async function scheduleLatePaymentRefund(
  tx: Transaction,
  {
    bookingId,
    payable: { status, totalDue, paid },
    amount,
    at,
  }: { bookingId: BookingId; payable: Payable; amount: Cents; at: Date },
): Promise<{ refund: Cents; refunds: readonly Id[] } | null> {
  const refund = occupiesDays(status) ? 0 : Math.min(amount, paid - totalDue)
  if (refund <= 0) return null
  const owed = { bookingId, reason: "cancelled", amount: refund, dueOn: refundDue(at), createdAt: at } as const
  return { refund, refunds: [await scheduleManualRefund(tx, owed)] }
}

export async function listPayments(bookingId: BookingId): Promise<(Payment & { corrected: boolean })[]> {
  const rows = await db
    .select()
    .from(payments)
    .where(and(eq(payments.bookingId, bookingId)))
    .orderBy(asc(payments.recordedAt), asc(payments.id))
  const correctedIds = new Set(rows.map(({ corrects }) => corrects))
  return rows.map((row) => ({ ...row, corrected: correctedIds.has(row.id) }))
}

export async function readPaidAmount(bookingId: BookingId): Promise<Cents> {
  const { rows } = await db.execute<{ paid: string }>(sql`
    select (select coalesce(sum(amount), 0) from payments where booking_id = ${bookingId})
      - (select coalesce(sum(amount), 0) from refunds
        where booking_id = ${bookingId} and kind = 'refund' and made_at is not null) as paid`)
  return Number(rows[0]?.paid ?? 0)
}

/** Money that is owed back does not count against the price. */
export async function readCoveredAmount(bookingId: BookingId): Promise<Cents> {
  const { rows } = await db.execute<{ covered: string }>(sql`
    select (select coalesce(sum(amount), 0) from payments where booking_id = ${bookingId})
      - (select coalesce(sum(amount), 0) from refunds
        where booking_id = ${bookingId} and kind = 'refund' and dropped_at is null) as covered`)
  return Number(rows[0]?.covered ?? 0)
}

/** Nothing is due before a signature (D32); ended bookings are in `booking_ends` (D53). */
export async function readDueAmount(bookingId: BookingId, at: Date): Promise<Cents> {
  const { rows } = await db.execute<{ due: string }>(sql`
    select coalesce(sum(instalment.amount), 0) as due
    from bookings booking, instalments_in_force(booking.id) instalment
      left join contracts contract on contract.id = instalment.contract_id
    where booking.id = ${bookingId} and booking.status = 'confirmed'
      and (instalment.contract_id is null or contract.status = 'signed')
      and (instalment.due_on is null or instalment.due_on <= ${dayInParis(at)}::date)`)
  return Number(rows[0]?.due ?? 0)
}
