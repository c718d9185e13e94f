import type { Day } from "../day.ts"
import type { Cents } from "../money.ts"
import type { InstalmentKind, InstalmentRow } from "./payment.ts"

export const PAYMENT_REACH_DAYS = 14

export type NextPayment = { amount: Cents; dueOn: Day | null; late: boolean }

/** Payments cover instalments in order; null when everything is paid. */
export function nextPayment(instalments: readonly InstalmentRow[], paid: Cents, today: Day): NextPayment | null {
  let cumulative = 0
  const open = instalments.flatMap(({ amount, dueOn }) => {
    cumulative += amount
    return cumulative > paid ? [{ amount: Math.min(amount, cumulative - paid), dueOn }] : []
  })
  const [first] = open
  if (!first) return null
  const isDue = ({ dueOn }: { dueOn: Day | null }) => dueOn === null || dueOn <= today
  const dueNow = isDue(first) ? open.filter(isDue) : [first]
  return {
    amount: dueNow.reduce((total, { amount }) => total + amount, 0),
    dueOn: first.dueOn,
    late: dueNow.some(({ dueOn }) => (dueOn ?? today) < today),
  }
}

/** Null when several instalments are due together, or one only in part. */
export function instalmentKind(
  { amount }: NextPayment,
  { paid, interest = 0, instalments }: { paid: Cents; interest?: Cents; instalments: readonly InstalmentRow[] },
): InstalmentKind | null {
  let before = 0
  for (const instalment of instalments) {
    if (before === paid - interest && instalment.amount === amount + interest) return instalment.kind
    before += instalment.amount
  }
  return null
}
