import type { CartItemId } from "../id.ts"
import { type WizardChoice, wizardSearch } from "../booking/choice.ts"
import type { Cents } from "../money.ts"

export const CART_LIFETIME_MINUTES = 30

/** Offered five minutes before the end (D49). */
export const MAX_EXTENSIONS = 2
export const EXTENSION_OFFERED_SECONDS = 5 * 60

export const MAX_CART_ITEMS = 20

/** Lines and the wizard's choice together (D40). */
export const MAX_HELD_DAYS = 60

export type CartState = "open" | "expired"

export function cartTotal(lines: readonly { total: Cents; available: boolean }[]): Cents {
  return lines.reduce((sum, { total, available }) => (available ? sum + total : sum), 0)
}

export function lineSearch(choice: Omit<WizardChoice, "postcode" | "town" | "cartItem">, cartItem: CartItemId): string {
  return wizardSearch("options", { ...choice, postcode: null, town: null, cartItem })
}
