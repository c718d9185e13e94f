import { randomUUID } from "node:crypto"
import type { Agreement } from "../domain/booking/agreement.ts"
import type { PaymentStatus } from "../domain/booking/status.ts"
import { type Day, dayInParis, startOfDayInParis } from "../domain/day.ts"
import { paymentSchedule } from "../domain/finance/payment-schedule.ts"
import type { BookingId } from "../domain/id.ts"
import type { Cents } from "../domain/money.ts"
import type { instalments, payments } from "../server/platform/schema/money.ts"

type ConfirmedExample = {
  id: BookingId
  total: Cents
  firstDay: Day
  confirmedAt: Date | null
  agreement: Agreement | null
}

export function instalmentsOf({ id: bookingId, total, firstDay, confirmedAt, agreement }: ConfirmedExample) {
  if (!confirmedAt || !agreement) return []
  return paymentSchedule({ total, firstDay }, agreement, dayInParis(confirmedAt)).map(
    (instalment, index): typeof instalments.$inferInsert => ({
      ...instalment,
      bookingId,
      position: index + 1,
      createdAt: confirmedAt,
    }),
  )
}

export function paymentsDueBy({ id, total, firstDay, confirmedAt, agreement }: ConfirmedExample, day: Day) {
  if (!confirmedAt || !agreement) return []
  const schedule = paymentSchedule({ total, firstDay }, agreement, dayInParis(confirmedAt))
  return schedule.filter(({ dueOn }) => dueOn <= day).map((due) => toTransfer(id, due, confirmedAt))
}

export function paymentsForStatus(
  { id: bookingId, total, firstDay, confirmedAt, agreement }: ConfirmedExample,
  status: PaymentStatus,
  latest: Day,
) {
  if (!confirmedAt || !agreement) return []
  const schedule = paymentSchedule({ total, firstDay }, agreement, dayInParis(confirmedAt))
  const paid =
    status === "paid" || status === "refunded" ? schedule : status === "down_payment_paid" ? schedule.slice(0, 1) : []
  const confirmed = dayInParis(confirmedAt)
  return paid.map(({ amount, dueOn }) => {
    const early = confirmed > latest ? confirmed : latest
    return toTransfer(bookingId, { amount, dueOn: dueOn <= latest ? dueOn : early }, confirmedAt)
  })
}

function toTransfer(
  bookingId: BookingId,
  { amount, dueOn }: { amount: Cents; dueOn: Day },
  confirmedAt: Date,
): typeof payments.$inferInsert {
  return {
    id: randomUUID(),
    bookingId,
    means: "transfer",
    amount,
    receivedOn: dueOn,
    recordedAt: new Date(Math.max(confirmedAt.getTime(), startOfDayInParis(dueOn).getTime())),
  }
}
