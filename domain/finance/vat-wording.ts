export type VatMode = "franchise" | "included"

/** The legal basis moved on 2026-09-01; the old reference is tolerated until 2027-12-31 (D42). */
export const franchiseWording = {
  text: "TVA non applicable, art. L.\u00a0223 et s. du CIBS",
  since: "2026-09-01",
  checkedOn: "2026-11-22",
} as const

export function totalLabel(mode: VatMode): string {
  return mode === "franchise" ? "Total, prix net" : "Total TTC"
}

export function totalWithoutDeliveryLabel(mode: VatMode): string {
  return `${totalLabel(mode)}, hors livraison`
}

export function priceNote(mode: VatMode, per = "par jour"): string {
  return mode === "franchise" ? `${per}, prix net` : `${per}, TTC`
}

export function priceFieldNote(mode: VatMode, unit = "En euros entiers"): string {
  return mode === "franchise" ? `${unit}, prix net.` : `${unit}, toutes taxes comprises.`
}
