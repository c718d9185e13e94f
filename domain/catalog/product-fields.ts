import { type Cents, parseEuros } from "../money.ts"
import { isWebAddress } from "../web-address.ts"
import { defaultPhotoPack } from "../pricing/price.ts"

/** Fields of the product form that are corrected rather than refused (specification, section 5). */
export type CorrectedField = "price" | "photoPackPrice" | "photoPackQuantity"

/** What a field holds after correction, and whether what was typed had to be replaced. */
export type Corrected = { value: number; corrected: boolean }

/** What an invalid entry becomes: 0 €, 7 €, 18 photos. Prices in cents. */
export const fallbacks: Readonly<Record<CorrectedField, number>> = {
  price: 0,
  photoPackPrice: defaultPhotoPack.price,
  photoPackQuantity: defaultPhotoPack.quantity,
}

/** Nothing that is rented costs more a day, in cents: beyond it somebody's finger slipped. */
const MAX_PRICE: Cents = 10_000_000
const MAX_QUANTITY = 10_000
/** On one product. */
export const MAX_FEATURES = 40

/**
 * The daily price is a whole number of euros from 0 on; the price of a photo pack any amount from 0 on, to the cent;
 * a pack holds at least one photo. Whatever else is typed becomes the fallback.
 */
export function correct(field: CorrectedField, typed: string): Corrected {
  const value = read[field](typed)
  return value === null ? { value: fallbacks[field], corrected: true } : { value, corrected: false }
}

const read: Record<CorrectedField, (typed: string) => number | null> = {
  price: (typed) => amount(typed, 100),
  photoPackPrice: (typed) => amount(typed, 1),
  photoPackQuantity: (typed) => {
    const quantity = /^\s*\d{1,9}\s*$/.test(typed) ? Number(typed) : 0
    return quantity >= 1 && quantity <= MAX_QUANTITY ? quantity : null
  },
}

/** Cents from 0 on, a multiple of `step`; null for anything else. */
function amount(typed: string, step: Cents): Cents | null {
  const cents = parseEuros(typed)
  return cents !== null && cents >= 0 && cents <= MAX_PRICE && cents % step === 0 ? cents : null
}

/** What is left of a list of features: trimmed, nothing empty (specification, section 5). */
export function keptFeatures(typed: readonly string[]): string[] {
  return typed.map((feature) => feature.trim()).filter((feature) => feature !== "")
}

/** An address of another site, or a page of this one such as "/manual/…". */
export function isManualUrl(text: string): boolean {
  if (/^\/(?![/\\])\S*$/.test(text)) return true
  return isWebAddress(text)
}
