export const productKinds = ["machine", "accessory", "bundle"] as const

/** A bundle has no units of its own; an accessory is rented only as an option. */
export type ProductKind = (typeof productKinds)[number]

export const MAX_BUNDLE_PARTS = 20
export const MAX_PART_UNITS = 20
