import type { PaymentStatus } from "../booking/status.ts"
import { type Day, addDays, earlierDay } from "../day.ts"
import { type Cents, roundHalfAway } from "../money.ts"

/** What was agreed, or the owner's settings until then: percent of the total paid at signature, and days before the event for the rest (D27). */
export type PaymentRule = { downPaymentPercent: number; balanceDaysBefore: number }

export type OrderToPay = { total: Cents; firstDay: Day }

/** One of the payments of a booking; `full` when there is only one. */
export type Instalment = { kind: "down-payment" | "balance" | "full"; amount: Cents; dueOn: Day }

/**
 * What is to be paid, and by which day, when both sides agree on a day (D27). The down payment is rounded half away
 * from zero and the balance is what is left of the total, so that nothing is lost (D30). Everything is due at once when
 * the balance's day is not after that day, and never later than the first day of the rental.
 */
export function paymentSchedule({ total, firstDay }: OrderToPay, rule: PaymentRule, agreedOn: Day): Instalment[] {
  if (total <= 0) return []
  const now = earlierDay(agreedOn, firstDay)
  const later = addDays(firstDay, -rule.balanceDaysBefore)
  const downPayment = roundHalfAway((total * rule.downPaymentPercent) / 100)
  if (later <= now || downPayment >= total) return [{ kind: "full", amount: total, dueOn: now }]
  if (downPayment <= 0) return [{ kind: "full", amount: total, dueOn: later }]
  return [
    { kind: "down-payment", amount: downPayment, dueOn: now },
    { kind: "balance", amount: total - downPayment, dueOn: later },
  ]
}

/**
 * The next payment that a confirmed booking waits for; null when nothing is due any more. Nothing paid yet: what is due
 * as of today, by when the contract was sent. Half paid: the balance of the schedule that was agreed then.
 */
export function nextPayment(
  order: OrderToPay & { paymentStatus: PaymentStatus },
  rule: PaymentRule,
  { agreedOn, today }: { agreedOn: Day; today: Day },
): Instalment | null {
  switch (order.paymentStatus) {
    case "none":
    case "awaiting": {
      const [agreed] = paymentSchedule(order, rule, agreedOn)
      // Once the balance is due as well, the whole is asked for: its day is the one that passed first.
      const [asOfToday] = paymentSchedule(order, rule, today)
      return agreed ? { ...agreed, ...asOfToday, dueOn: agreed.dueOn } : null
    }
    case "down_payment_paid":
      return balanceOf(order, rule)
    case "paid":
    case "refunded":
    case "partially_refunded":
      return null
  }
}

/** What is left once the down payment is there, whenever that was. */
function balanceOf(
  { total, firstDay }: OrderToPay,
  { downPaymentPercent, balanceDaysBefore }: PaymentRule,
): Instalment | null {
  const amount = total - roundHalfAway((total * downPaymentPercent) / 100)
  return amount > 0 ? { kind: "balance", amount, dueOn: addDays(firstDay, -balanceDaysBefore) } : null
}
