import { randomUUID } from "node:crypto"
import type { Agreement } from "../domain/booking/agreement.ts"
import type { PaymentStatus } from "../domain/booking/status.ts"
import { type Day, dayInParis, startOfDayInParis } from "../domain/day.ts"
import { paymentSchedule } from "../domain/finance/payment-schedule.ts"
import type { BookingId } from "../domain/id.ts"
import type { Cents } from "../domain/money.ts"
import type { instalments, payments } from "../server/platform/schema/money.ts"

type Agreed = {
  id: BookingId
  total: Cents
  firstDay: Day
  confirmedAt: Date | null
  agreement: Agreement | null
}

/** The schedule that a confirmed example agreed on, of no contract. */
export function instalmentsOf({ id: bookingId, total, firstDay, confirmedAt, agreement }: Agreed) {
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

/** The transfers of what a confirmed example owed by that day, each on its own. */
export function paymentsDueBy({ id, total, firstDay, confirmedAt, agreement }: Agreed, day: Day) {
  if (!confirmedAt || !agreement) return []
  const schedule = paymentSchedule({ total, firstDay }, agreement, dayInParis(confirmedAt))
  return schedule.filter(({ dueOn }) => dueOn <= day).map((due) => transferOf(id, due, confirmedAt))
}

/**
 * The transfers that bring a confirmed example to that status, each on its day, or before it where that is still to come:
 * by `latest`. What is given back is noted apart.
 */
export function paymentsOf(
  { id: bookingId, total, firstDay, confirmedAt, agreement }: Agreed,
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
    return transferOf(bookingId, { amount, dueOn: dueOn <= latest ? dueOn : early }, confirmedAt)
  })
}

function transferOf(
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
