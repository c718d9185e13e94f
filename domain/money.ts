import type { In } from "./unit.ts"
import { MAX_WHOLE } from "./whole-number.ts"

/** An integer number of euro cents (D1). */
export type Cents = In<"cents">

const NARROW_NO_BREAK_SPACE = "\u202f"

// A credit of nothing is -0 in JavaScript: it must not read "-0 €".
const signDisplay = "negative"
const wholeEuros = new Intl.NumberFormat("fr-FR", { signDisplay, maximumFractionDigits: 0 })
const eurosAndCents = new Intl.NumberFormat("fr-FR", {
  signDisplay,
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

/** Rounds half away from zero on the absolute amount (D30). Never -0. */
export function roundHalfAway(amount: number): number {
  return Math.sign(amount) * Math.round(Math.abs(amount)) + 0
}

/** "636 €", "1 250,50 €": cents only when there are some, narrow no-break spaces. */
export function formatMoney(cents: Cents): string {
  return `${formatEuros(cents)}${NARROW_NO_BREAK_SPACE}€`
}

/** "250€", for the quoted label "À partir de {price}€" of the specification. */
export function formatPriceLabel(cents: Cents): string {
  return `${formatEuros(cents)}€`
}

/**
 * 1250 from "12,50", "12.50" or "12,5 €", in cents; null when it is no amount. A space only separates
 * thousands and € only ends: "12 50" and "12€50" are refused rather than read as 1 250 €. Beyond 21 million euros, which
 * no column holds, it is no amount either.
 */
export function parseEuros(text: string): Cents | null {
  const plain = text.trim().replace(/\s*€$/, "").replace(",", ".")
  if (!/^-?(\d{1,9}|\d{1,3}(\s\d{3}){1,2})(\.\d{1,2})?$/.test(plain)) return null
  const cents = roundHalfAway(Number(plain.replace(/\s/g, "")) * 100)
  return Math.abs(cents) <= MAX_WHOLE ? cents : null
}

function formatEuros(cents: Cents): string {
  return (cents % 100 === 0 ? wholeEuros : eurosAndCents).format(cents / 100)
}
