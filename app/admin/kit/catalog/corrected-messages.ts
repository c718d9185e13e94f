import { type CorrectedField, fallbacks } from "../../../../domain/catalog/product-fields.ts"
import { formatMoney } from "../../../../domain/money.ts"

/** Why what was typed was replaced, and by what. */
export function correctedMessage(field: CorrectedField, typed: string): string {
  const was =
    typed.trim() === "" ? "Sans valeur" : `«\u00a0${typed.trim().slice(0, 40)}\u00a0» n’est pas ${expected[field]}`
  return `${was}\u00a0: ${becomes[field]}.`
}

const expected: Record<CorrectedField, string> = {
  price: "un nombre entier d’euros",
  photoPackPrice: "un prix",
  photoPackQuantity: "un nombre de photos",
}

const becomes: Record<CorrectedField, string> = {
  price: `le prix par jour devient ${formatMoney(fallbacks.price)}, et le produit n’est pas proposé à la location`,
  photoPackPrice: `le prix du pack devient ${formatMoney(fallbacks.photoPackPrice)}`,
  photoPackQuantity: `le pack compte ${fallbacks.photoPackQuantity} photos`,
}

/** A corrected value as it stands in its field: "250", "7,50", "18". */
export function fieldText(field: CorrectedField, value: number): string {
  return field === "photoPackQuantity" ? String(value) : eurosText(value)
}

/** "250" or "7,50": an amount as one types it. */
export function eurosText(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2).replace(".", ",")
}
