import { type Cents, parseEuros } from "../money.ts"
import { isWebAddress } from "../web-address.ts"
import { defaultPhotoPack } from "../pricing/price.ts"

export type NumberField = "price" | "photoPackPrice" | "photoPackQuantity"

/** Defaults of D50 and D77; prices in cents. */
export const fallbacks: Readonly<Record<NumberField, number>> = {
  price: 0,
  photoPackPrice: defaultPhotoPack.price,
  photoPackQuantity: defaultPhotoPack.quantity,
}

const MAX_PRICE: Cents = 10_000_000
const MAX_QUANTITY = 10_000
export const MAX_FEATURES = 40

/** The daily price is in whole euros (D1). A null is refused, not replaced by a default (D77). */
export function readNumber(field: NumberField, text: string): number | null {
  return text.trim() === "" ? fallbacks[field] : readers[field](text)
}

const readers: Record<NumberField, (text: string) => number | null> = {
  price: (text) => readAmount(text, 100),
  photoPackPrice: (text) => readAmount(text, 1),
  photoPackQuantity: (text) => {
    const quantity = /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : 0
    return quantity >= 1 && quantity <= MAX_QUANTITY ? quantity : null
  },
}

function readAmount(text: string, step: Cents): Cents | null {
  const cents = parseEuros(text)
  return cents !== null && cents >= 0 && cents <= MAX_PRICE && cents % step === 0 ? cents : null
}

export function cleanFeatures(features: readonly string[]): string[] {
  return features.map((feature) => feature.trim()).filter((feature) => feature !== "")
}

export function isManualUrl(text: string): boolean {
  if (/^\/(?![/\\])\S*$/.test(text)) return true
  return isWebAddress(text)
}
