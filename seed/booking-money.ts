import { randomUUID } from "node:crypto"
import type { Agreement } from "../domain/booking/agreement.ts"
import type { PaymentStatus } from "../domain/booking/status.ts"
import { type Day, addDays, dayInParis } from "../domain/day.ts"
import { paymentSchedule } from "../domain/finance/payment-schedule.ts"
import type { Cents } from "../domain/money.ts"
import type { instalments, payments, refunds } from "../server/schema/money.ts"

type Agreed = {
  id: string
  total: Cents
  firstDay: Day
  confirmedAt: Date | null
  agreement: Agreement | null
}

type Money = {
  instalments: (typeof instalments.$inferInsert)[]
  payments: (typeof payments.$inferInsert)[]
  refunds: (typeof refunds.$inferInsert)[]
}

/**
 * The rows that bring a confirmed example to that payment status: the schedule that was agreed, each instalment that was
 * paid by a transfer on its day, and what was given back a week later.
 */
export function moneyOf(booking: Agreed, status: PaymentStatus, contractId: string | null = null): Money {
  const { id: bookingId, total, firstDay, confirmedAt, agreement } = booking
  if (!confirmedAt || !agreement) return { instalments: [], payments: [], refunds: [] }
  const agreedOn = dayInParis(confirmedAt)
  const schedule = paymentSchedule({ total, firstDay }, agreement, agreedOn)
  const isBack = status === "refunded"
  const paid = status === "paid" || isBack ? schedule : status === "down_payment_paid" ? schedule.slice(0, 1) : []
  return {
    instalments: schedule.map(({ kind, amount, dueOn }, index) => ({
      bookingId,
      contractId,
      position: index + 1,
      kind,
      amount,
      dueOn: contractId !== null && dueOn <= agreedOn ? null : dueOn,
      createdAt: confirmedAt,
    })),
    payments: paid.map(({ amount, dueOn }) => ({
      id: randomUUID(),
      bookingId,
      means: "transfer" as const,
      amount,
      receivedOn: dueOn,
      recordedAt: confirmedAt,
    })),
    refunds: isBack
      ? [
          {
            bookingId,
            reason: "cancelled" as const,
            amount: total,
            dueOn: addDays(agreedOn, 14),
            createdAt: confirmedAt,
            madeOn: addDays(agreedOn, 7),
            madeAt: confirmedAt,
            madeMeans: "transfer" as const,
          },
        ]
      : [],
  }
}
