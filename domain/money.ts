import type { In } from "./unit.ts"
import { MAX_WHOLE } from "./whole-number.ts"

/** Integer euro cents (D1). */
export type Cents = In<"cents">

const NARROW_NO_BREAK_SPACE = "\u202f"

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

export function formatMoney(cents: Cents): string {
  return `${formatEuros(cents)}${NARROW_NO_BREAK_SPACE}€`
}

export function formatPriceLabel(cents: Cents): string {
  return `${formatEuros(cents)}€`
}

/** Refuses "12 50", which could mean 1 250 €; null beyond the column's limit. */
export function parseEuros(text: string): Cents | null {
  const normalized = text.trim().replace(/\s*€$/, "").replace(",", ".")
  if (!/^-?(\d{1,9}|\d{1,3}(\s\d{3}){1,2})(\.\d{1,2})?$/.test(normalized)) return null
  const cents = roundHalfAway(Number(normalized.replace(/\s/g, "")) * 100)
  return Math.abs(cents) <= MAX_WHOLE ? cents : null
}

function formatEuros(cents: Cents): string {
  return (cents % 100 === 0 ? wholeEuros : eurosAndCents).format(cents / 100)
}
