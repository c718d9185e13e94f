import type { PaymentStatus } from "../booking/status.ts"
import { type Day, addDays, dayInParis, laterDay } from "../day.ts"
import { type Instalment, type OrderToPay, type PaymentRule, nextPayment } from "./payment-schedule.ts"

/** Payments that are due within so many days are listed one by one. */
export const PAYMENT_REACH_DAYS = 14

export type UnpaidOrder = OrderToPay & {
  paymentStatus: PaymentStatus
  confirmedAt: Date | null
  contractDueAt: Date | null
}

export type PaymentDue = {
  payment: Instalment
  dueOn: Day
  /** It comes with the signature, whose deadline is its day. */
  atSignature: boolean
  late: boolean
  /** Soon, or late: to be listed. The others are only counted. */
  near: boolean
}

/** The next payment of a confirmed booking and the day by which it should be there; null when nothing is due any more. */
export function paymentDue(order: UnpaidOrder, rule: PaymentRule, now: Date): PaymentDue | null {
  const today = dayInParis(now)
  const agreedOn = dayInParis(order.confirmedAt ?? now)
  const payment = nextPayment(order, rule, { agreedOn, today })
  if (!payment) return null
  const atSignature = order.paymentStatus !== "down_payment_paid" && payment.dueOn <= agreedOn
  const dueOn = atSignature ? signatureDay(order, rule, agreedOn) : payment.dueOn
  return {
    payment,
    dueOn,
    atSignature,
    late: dueOn < today,
    near: atSignature || dueOn <= addDays(today, PAYMENT_REACH_DAYS),
  }
}

/** By when a contract that nobody has signed should be: its own deadline, else the day on which the balance is due. */
function signatureDay(
  { contractDueAt, firstDay }: UnpaidOrder,
  { balanceDaysBefore }: PaymentRule,
  agreedOn: Day,
): Day {
  if (contractDueAt) return dayInParis(contractDueAt)
  return laterDay(addDays(firstDay, -balanceDaysBefore), agreedOn)
}
