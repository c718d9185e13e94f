/** What the owner can do to a price: a discount, a gift of ours, a surcharge, or a total agreed on. */
export const adjustmentKinds = ["discount", "gift", "surcharge", "agreed-price"] as const
export type AdjustmentKind = (typeof adjustmentKinds)[number]

/** Its name on the screen, and on the price line when the owner gives no other. */
export const adjustmentKindLabels: Record<AdjustmentKind, string> = {
  discount: "Remise",
  gift: "Geste commercial",
  surcharge: "Supplément",
  "agreed-price": "Prix convenu",
}
