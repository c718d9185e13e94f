import type { Day } from "../day.ts"
import type { Cents } from "../money.ts"
import type { InstalmentRow } from "./payment.ts"

/** Payments that are due within so many days are listed one by one. */
export const PAYMENT_REACH_DAYS = 14

/** What a booking still waits for. `dueOn` is the day of the first of it; null is at once, since the signature. */
export type NextPayment = { amount: Cents; dueOn: Day | null; late: boolean }

/**
 * The first instalment that is not covered, with all others whose day has come; null when everything is paid. What came
 * in covers the instalments in their order.
 */
export function nextPayment(instalments: readonly InstalmentRow[], paid: Cents, today: Day): NextPayment | null {
  let asked = 0
  const open = instalments.flatMap(({ amount, dueOn }) => {
    asked += amount
    return asked > paid ? [{ amount: Math.min(amount, asked - paid), dueOn }] : []
  })
  const [first] = open
  if (!first) return null
  const isDue = ({ dueOn }: { dueOn: Day | null }) => dueOn === null || dueOn <= today
  const together = isDue(first) ? open.filter(isDue) : [first]
  return {
    amount: together.reduce((total, { amount }) => total + amount, 0),
    dueOn: first.dueOn,
    late: together.some(({ dueOn }) => (dueOn ?? today) < today),
  }
}
