import type { Agreement } from "../booking/agreement.ts"
import { type Cents, roundHalfAway } from "../money.ts"

/** How the prices of an invoice stand to VAT, as it was agreed. `vatRate` in basis points: 2000 is 20 %. */
export type InvoiceVat = Pick<Agreement, "vatMode" | "vatRate" | "vatOnDebits">

/** Basis points that the prices include: none under the exemption (D42). */
export function rateOf({ vatMode, vatRate }: InvoiceVat): number {
  return vatMode === "franchise" ? 0 : vatRate
}

/** What a total with VAT is made of: VAT is derived from the total, and the net is what is left (D30). */
export function splitTotal(total: Cents, vat: InvoiceVat): { net: Cents; vat: Cents } {
  const rate = rateOf(vat)
  const tax = roundHalfAway((total * rate) / (10_000 + rate))
  return { net: total - tax, vat: tax }
}

/**
 * The net amounts of lines whose gross amounts are given: each is the exact one rounded up or down, and their sum is the
 * net of the total to the cent. The cents that rounding down leaves go where it took most (largest remainder), the
 * earlier line first. Amounts may be below zero: a discount is a line.
 */
export function netLines(gross: readonly Cents[], vat: InvoiceVat): Cents[] {
  const whole = 10_000 + rateOf(vat)
  const parts = gross.map((amount) => {
    const down = Math.floor((amount * 10_000) / whole) + 0
    return { down, rest: amount * 10_000 - down * whole }
  })
  const total = gross.reduce((sum, amount) => sum + amount, 0)
  const missing = splitTotal(total, vat).net - parts.reduce((sum, { down }) => sum + down, 0)
  const first = parts
    .map(({ rest }, index) => ({ rest, index }))
    .toSorted((a, b) => b.rest - a.rest)
    .slice(0, missing)
  const rounded = new Set(first.map(({ index }) => index))
  return parts.map(({ down }, index) => (rounded.has(index) ? down + 1 : down))
}
