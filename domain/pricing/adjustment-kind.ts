export const adjustmentKinds = ["discount", "gift", "surcharge", "agreed-price"] as const
export type AdjustmentKind = (typeof adjustmentKinds)[number]

export const adjustmentKindLabels: Record<AdjustmentKind, string> = {
  discount: "Remise",
  gift: "Geste commercial",
  surcharge: "Supplément",
  "agreed-price": "Prix convenu",
}
