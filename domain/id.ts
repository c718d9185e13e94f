/**
 * The id of a row, a UUID. Like `Day`, the type knows the form alone: a literal and `randomUUID()` are ids, a `string`
 * is none until `isId` has looked at it.
 */
export type Id = `${string}-${string}-${string}-${string}-${string}`

/**
 * An id that says what it is of. An `Id` that a form or an address gave passes for any of them, but one that comes from
 * a column is refused where another's is asked for.
 */
type IdOf<Row extends string> = Id & { readonly [of]?: Row }

export type BookingId = IdOf<"booking">
export type ProductId = IdOf<"product">
export type OptionId = IdOf<"option">
/** Of a person: who acts, and the account that is acted for. */
export type ProfileId = IdOf<"profile">
export type ContractId = IdOf<"contract">
export type CartId = IdOf<"cart">
export type CartItemId = IdOf<"cart item">

declare const of: unique symbol

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Anything else in an address is simply not found. */
export function isId(text: string): text is Id {
  return uuid.test(text)
}

/** The id that a parameter of an address may name; null for anything else. */
export function readId(text: string | null): Id | null {
  return text !== null && isId(text) ? text : null
}
