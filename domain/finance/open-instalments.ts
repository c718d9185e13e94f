import type { Cents } from "../money.ts"
import type { NextPayment } from "./next-payment.ts"
import type { InstalmentRow } from "./payment.ts"

/** What was asked for and what is left of what came in; the instalments in their order. */
export type MoneyAsked = { paid: Cents; instalments: readonly InstalmentRow[] }

/** What is not paid of each instalment: what came in covers the first ones first. */
export function openInstalments({ paid, instalments }: MoneyAsked): InstalmentRow[] {
  let asked = 0
  return instalments.flatMap((row) => {
    asked += row.amount
    return asked > paid ? [{ ...row, amount: Math.min(row.amount, asked - paid) }] : []
  })
}

/** What comes after that: the instalments, or what is left of them, that it does not cover. */
export function dueLater({ paid, instalments }: MoneyAsked, next: NextPayment | null): InstalmentRow[] {
  return openInstalments({ paid: paid + (next?.amount ?? 0), instalments })
}

/**
 * How much of a payment is wanted. It was asked for when `coversFrom` cents were paid, and covers the ones after them;
 * meanwhile `paid` may have grown by something else, and `asked`, all that the customer may be asked for, may have
 * changed: nothing after a cancellation, or what it keeps. The rest of the payment goes back (D28).
 */
export function wantedOf(
  { amount, coversFrom }: { amount: Cents; coversFrom: Cents },
  { asked, paid }: { asked: Cents; paid: Cents },
): Cents {
  return Math.max(0, Math.min(coversFrom + amount, asked) - Math.max(coversFrom, paid))
}
