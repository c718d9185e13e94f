import type { CartItemId } from "../id.ts"
import { type WizardChoice, wizardSearch } from "../booking/choice.ts"
import type { Cents } from "../money.ts"

/** Section 9 of the specification: 30 minutes from the cart's creation. */
export const CART_LIFETIME_MINUTES = 30

/** How often a customer may keep the days 30 minutes longer, offered five minutes before their end (D49). */
export const MAX_EXTENSIONS = 2
export const EXTENSION_OFFERED_SECONDS = 5 * 60

/** More than anybody rents at once: keeps one customer from holding the whole shop. */
export const MAX_CART_ITEMS = 20

/** Days of equipment that one cart holds at most, its lines and the wizard's choice together (D40). */
export const MAX_HELD_DAYS = 60

/** A cart that can be ordered from, one that has ended and is still shown, or none. */
export type CartState = "open" | "expired"

/** What the lines come to, before any delivery: lines that cannot be had any more are not counted. */
export function cartTotal(lines: readonly { total: Cents; available: boolean }[]): Cents {
  return lines.reduce((sum, { total, available }) => (available ? sum + total : sum), 0)
}

/** For the wizard's address: a line's choice filled in; what is added to the cart from there replaces the line. */
export function lineSearch(choice: Omit<WizardChoice, "postcode" | "town" | "cartItem">, cartItem: CartItemId): string {
  return wizardSearch("options", { ...choice, postcode: null, town: null, cartItem })
}
