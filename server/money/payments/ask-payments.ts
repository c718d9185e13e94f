import { type SQL, sql } from "drizzle-orm"
import { dayInParis } from "../../../domain/day.ts"
import type { BookingId, Id } from "../../../domain/id.ts"
import { type Transaction, transaction } from "../../platform/database.server.ts"
import { deductInterest } from "../invoicing/interest.ts"
import { issueDueInvoices } from "../invoicing/issue.ts"
import { orderBookingMail } from "../../booking-record/booking-mails.ts"
import { cardMode } from "./current.server.ts"
import { buildPaymentRequest } from "./payment-mails.ts"
import { readPayable } from "./payable.ts"
import { NOT_DUE, type Sweep, isHourReached, instant, recordNoticeOnce } from "../../platform/queue/sweep.ts"
import { lockBooking } from "../../booking-record/lock-booking.ts"

const FROM_HOUR = 9

const stages = ["asked", "7-days", "2-days", "day", "late"] as const
type Stage = (typeof stages)[number]

const DAYS_AHEAD = 7

function openStages(at: Date): SQL {
  const today = sql`${dayInParis(at)}::date`
  return sql`
    select booking.id, stage, contract.id || ' ' || first.position || ' ' || stage as about
    from (
        select booking_id, payment_position as position, payment_due_on as due_on from open_matters
        where payment_amount is not null and (payment_due_on is null or payment_due_on <= ${today} + ${DAYS_AHEAD}::integer)) first
      join bookings booking on booking.id = first.booking_id
      -- Only a signed contract makes money due.
      cross join lateral (
        select id, signed_at from contracts where booking_id = booking.id and status = 'signed' order by version desc limit 1) contract
      cross join lateral (select case
        when due_on is null and signed_at <= ${instant(at)} - make_interval(days => coalesce((booking.company ->> 'invoiceDueDays')::integer, 3)) then 'late'
        when due_on is null then 'asked'
        when due_on < ${today} then 'late'
        when due_on = ${today} then 'day'
        when due_on <= ${today} + 2 then '2-days'
        when due_on <= ${today} + ${DAYS_AHEAD}::integer then '7-days' end as stage) staged
    where booking.status = 'confirmed' and not is_example and (not is_demonstration or ${cardMode() === "demo"}) and returns_on >= ${today}
      and payment_status in ('none', 'awaiting', 'down_payment_paid')
      and stage is not null and (stage = 'asked' or ${isHourReached(at, FROM_HOUR)})`
}

const kinds = {
  asked: "payment-asked",
  "7-days": "balance-due",
  "2-days": "balance-due",
  day: "balance-due",
  late: "payment-late",
} as const

export const requestDuePayments: Sweep = {
  schedule: "*/5 * * * *",
  description:
    "Asks for what is due: a week and two days before the balance, on its day, and when it is late; and what no signature has asked for.",
  lateAfterMinutes: 180,
  due: (at) => sql`
    select id from (${openStages(at)}) open
    where not exists (select from booking_notices where booking_id = open.id and kind = 'payment' and about = open.about)`,
  async run(id, at) {
    return transaction((tx) => requestPayment(tx, id, at))
  },
}

export async function requestPayment(tx: Transaction, id: BookingId, at: Date): Promise<string> {
  const booking = await lockBooking(tx, id)
  const open = booking && (await readStage(tx, id, at))
  const payableBefore = open ? await readPayable(id, at, tx) : null
  if (!booking || !open || !payableBefore?.next) return NOT_DUE
  if (!(await recordNoticeOnce(tx, { bookingId: id, kind: "payment", about: open.about, at }))) return NOT_DUE
  const deducted =
    open.stage === "asked" || payableBefore.next.dueOn === null
      ? 0
      : await deductInterest(tx, booking, payableBefore, at)
  const payable = deducted > 0 ? await readPayable(id, at, tx) : payableBefore
  if (!payable?.next) {
    await issueDueInvoices(tx, booking.id, at)
    return "deducted"
  }
  const paymentRequest = await buildPaymentRequest(tx, booking, { ...payable.next, interest: payable.interest }, at)
  await orderBookingMail(tx, { kind: kinds[open.stage], bookingId: id, extra: paymentRequest, at })
  return open.stage
}

async function readStage(tx: Transaction, id: Id, at: Date): Promise<{ stage: Stage; about: string } | null> {
  const { rows } = await tx.execute<{ stage: Stage; about: string }>(
    sql`select stage, about from (${openStages(at)}) open where id = ${id}`,
  )
  return rows[0] ?? null
}
