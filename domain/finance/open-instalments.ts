import type { Cents } from "../money.ts"
import type { NextPayment } from "./next-payment.ts"
import type { InstalmentRow } from "./payment.ts"

export type InstalmentPlan = { paid: Cents; instalments: readonly InstalmentRow[] }

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

/** `coversFrom` had been paid at the request; the excess is refunded (D28). */
export function amountStillDue(
  { amount, coversFrom }: { amount: Cents; coversFrom: Cents },
  { asked, paid }: { asked: Cents; paid: Cents },
): Cents {
  return Math.max(0, Math.min(coversFrom + amount, asked) - Math.max(coversFrom, paid))
}
