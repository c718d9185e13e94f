import type { In } from "./unit.ts"
import { MAX_WHOLE } from "./whole-number.ts"

/** Integer euro cents (D1). */
export type Cents = In<"cents">

const NARROW_NO_BREAK_SPACE = "\u202f"
/** `Intl` writes a hyphen, which is narrower than "+". */
const MINUS = "\u2212"

// Avoids "-0 €".
const signDisplay = "negative"
const wholeEuros = new Intl.NumberFormat("fr-FR", { signDisplay, maximumFractionDigits: 0 })
const eurosAndCents = new Intl.NumberFormat("fr-FR", {
  signDisplay,
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

/** D30. Never -0. */
export function roundHalfAway(amount: number): number {
  return Math.sign(amount) * Math.round(Math.abs(amount)) + 0
}

/** The parts sum to the total exactly; none of them is above its weight while the total is not above their sum. */
export function shareByLargestRemainder(total: Cents, weights: readonly Cents[]): Cents[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  if (sum === 0) return weights.map(() => 0)
  const parts = weights.map((weight, index) => {
    const floor = Math.floor((total * weight) / sum)
    return { floor, rest: total * weight - floor * sum, index }
  })
  const missing = total - parts.reduce((all, { floor }) => all + floor, 0)
  const largest = parts.toSorted((one, other) => other.rest - one.rest || one.index - other.index).slice(0, missing)
  return parts.map((part) => part.floor + (largest.includes(part) ? 1 : 0))
}

export function sumAmounts(rows: readonly { amount: Cents }[]): Cents {
  return rows.reduce((sum, { amount }) => sum + amount, 0)
}

export function formatMoney(cents: Cents): string {
  return `${formatEuros(cents)}${NARROW_NO_BREAK_SPACE}€`
}

export function formatPriceLabel(cents: Cents): string {
  return `${formatEuros(cents)}€`
}

/** Refuses "12 50", which could mean 1 250 €; null beyond the column's limit. */
export function parseEuros(text: string): Cents | null {
  const normalized = text.trim().replace(/\s*€$/, "").replace(",", ".").replace(MINUS, "-")
  if (!/^-?(\d{1,9}|\d{1,3}(\s\d{3}){1,2})(\.\d{1,2})?$/.test(normalized)) return null
  const cents = roundHalfAway(Number(normalized.replace(/\s/g, "")) * 100)
  return Math.abs(cents) <= MAX_WHOLE ? cents : null
}

function formatEuros(cents: Cents): string {
  const format = cents % 100 === 0 ? wholeEuros : eurosAndCents
  return format.format(cents / 100).replace("-", MINUS)
}
