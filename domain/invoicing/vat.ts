import type { Agreement } from "../booking/agreement.ts"
import { type Cents, roundHalfAway } from "../money.ts"

/** `vatRate` in basis points: 2000 is 20 %. */
export type InvoiceVat = Pick<Agreement, "vatMode" | "vatRate" | "vatOnDebits">

export function effectiveVatRate({ vatMode, vatRate }: InvoiceVat): number {
  return vatMode === "franchise" ? 0 : vatRate
}

/** Derives VAT from the total; the net is the rest (D30). */
export function splitTotal(total: Cents, vat: InvoiceVat): { net: Cents; vat: Cents } {
  const rate = effectiveVatRate(vat)
  const tax = roundHalfAway((total * rate) / (10_000 + rate))
  return { net: total - tax, vat: tax }
}

/** Largest remainder method: lines sum to the total's net exactly. */
export function netLines(gross: readonly Cents[], vat: InvoiceVat): Cents[] {
  const grossBase = 10_000 + effectiveVatRate(vat)
  const parts = gross.map((amount) => {
    const floor = Math.floor((amount * 10_000) / grossBase) + 0
    return { floor, rest: amount * 10_000 - floor * grossBase }
  })
  const total = gross.reduce((sum, amount) => sum + amount, 0)
  const missing = splitTotal(total, vat).net - parts.reduce((sum, { floor }) => sum + floor, 0)
  const largestRemainders = parts
    .map(({ rest }, index) => ({ rest, index }))
    .toSorted((a, b) => b.rest - a.rest)
    .slice(0, missing)
  const roundedUp = new Set(largestRemainders.map(({ index }) => index))
  return parts.map(({ floor }, index) => (roundedUp.has(index) ? floor + 1 : floor))
}
