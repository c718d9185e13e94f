/**
 * A number that says what it counts. A plain number passes for any of them, and what is calculated is a plain number
 * again; but an amount that comes from a column, a price or a quote is no distance and no share.
 */
export type In<Unit extends string> = number & { readonly [unit]?: Unit }

declare const unit: unique symbol
