export const productKinds = ["machine", "accessory", "bundle"] as const

/** A bundle has no units of its own; an accessory is rented only as an option. */
export type ProductKind = (typeof productKinds)[number]
