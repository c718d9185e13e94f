import { type Cents, parseEuros } from "../money.ts"
import { isWebAddress } from "../web-address.ts"
import { defaultPhotoPack } from "../pricing/price.ts"

/** Numbers of the product form that stand for something when they are left empty. */
export type NumberField = "price" | "photoPackPrice" | "photoPackQuantity"

/** An empty field stands for 0 €, 7 €, 18 photos (D50, D77). Prices in cents. */
export const fallbacks: Readonly<Record<NumberField, number>> = {
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
 * The daily price is a whole number of euros from 0 on (D1); the price of a photo pack any amount from 0 on, to the cent;
 * a pack holds at least one photo. Null for anything else: a typed number is refused and never replaced (D77).
 */
export function readNumber(field: NumberField, typed: string): number | null {
  return typed.trim() === "" ? fallbacks[field] : read[field](typed)
}

const read: Record<NumberField, (typed: string) => number | null> = {
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
