import type { Cents } from "../money.ts"
import type { NextPayment } from "./next-payment.ts"
import type { InstalmentRow } from "./payment.ts"

type InstalmentPlan = { paid: Cents; instalments: readonly InstalmentRow[] }

export function openInstalments({ paid, instalments }: InstalmentPlan): InstalmentRow[] {
  let cumulative = 0
  return instalments.flatMap((row) => {
    cumulative += row.amount
    return cumulative > paid ? [{ ...row, amount: Math.min(row.amount, cumulative - paid) }] : []
  })
}

export function dueLater({ paid, instalments }: InstalmentPlan, next: NextPayment | null): InstalmentRow[] {
  return openInstalments({ paid: paid + (next?.amount ?? 0), instalments })
}

/** `coversFrom` was already paid when this payment was requested; any excess is refunded (D28). */
export function amountStillDue(
  { amount, coversFrom }: { amount: Cents; coversFrom: Cents },
  { totalDue, paid }: { totalDue: Cents; paid: Cents },
): Cents {
  return Math.max(0, Math.min(coversFrom + amount, totalDue) - Math.max(coversFrom, paid))
}
