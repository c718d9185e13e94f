import { type Day, addDays, earlier } from "../day.ts"
import { type Cents, roundHalfAway } from "../money.ts"
import type { InstalmentRow } from "./payment.ts"

type PaymentRule = { downPaymentPercent: number; balanceDaysBefore: number }

export type OrderToPay = { total: Cents; firstDay: Day }

export type Instalment = { kind: "down-payment" | "balance" | "full"; amount: Cents; dueOn: Day }

/** The balance takes the rounding, so no cent is lost (D27, D30). */
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

/** Due at the signature has no day. */
export function instalmentsIfSigned(order: OrderToPay, rule: PaymentRule, signedOn: Day): InstalmentRow[] {
  return paymentSchedule(order, rule, signedOn).map((instalment) => ({
    ...instalment,
    dueOn: instalment.dueOn <= signedOn ? null : instalment.dueOn,
  }))
}
