import { type Day, addDays, earlier } from "../day.ts"
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
  const now = earlier(agreedOn, firstDay)
  const later = addDays(firstDay, -rule.balanceDaysBefore)
  const downPayment = roundHalfAway((total * rule.downPaymentPercent) / 100)
  if (later <= now || downPayment >= total) return [{ kind: "full", amount: total, dueOn: now }]
  if (downPayment <= 0) return [{ kind: "full", amount: total, dueOn: later }]
  return [
    { kind: "down-payment", amount: downPayment, dueOn: now },
    { kind: "balance", amount: total - downPayment, dueOn: later },
  ]
}
