/** The type checks only the form; validate strings with `isId`. */
export type Id = `${string}-${string}-${string}-${string}-${string}`

/** Branded ids do not mix, but a plain `Id` from a form fits any. */
type IdOf<Row extends string> = Id & { readonly [of]?: Row }

export type BookingId = IdOf<"booking">
export type ProductId = IdOf<"product">
export type OptionId = IdOf<"option">
export type ProfileId = IdOf<"profile">
export type ContractId = IdOf<"contract">
export type QuoteId = IdOf<"quote">
export type CartId = IdOf<"cart">
export type CartItemId = IdOf<"cart item">

declare const of: unique symbol

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function isId(text: string): text is Id {
  return uuid.test(text)
}

export function readId(text: string | null): Id | null {
  return text !== null && isId(text) ? text : null
}
