import { type Cents, roundHalfAway, shareByLargestRemainder, sumAmounts } from "../money.ts"
import type { RuleChange } from "./price-rule.ts"

/** `value` is positive: per cent, or cents for the whole booking. */
export type PricedCode = RuleChange & {
  code: string
  /** Positions of the rentals it is for; null for all. */
  rentals: readonly number[] | null
  minimumTotal: Cents | null
}

/** Base, rules, options and packs of one rental. */
type RentalAmount = { rental: number; amount: Cents }

/** Discounts by rental; none below the code's minimum (D65). */
export function sharesOfCode(code: PricedCode, amounts: readonly RentalAmount[]): RentalAmount[] {
  const counted = amounts.filter(({ rental }) => code.rentals === null || code.rentals.includes(rental))
  const total = sumAmounts(counted)
  if (total < (code.minimumTotal ?? 0)) return []
  const discount = Math.min(total, code.unit === "percent" ? roundHalfAway((total * code.value) / 100) : code.value)
  const shares = shareByLargestRemainder(
    discount,
    counted.map(({ amount }) => amount),
  )
  return counted.map(({ rental }, index) => ({ rental, amount: shares[index] ?? 0 }))
}
