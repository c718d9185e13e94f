export type VatMode = "franchise" | "included"

/**
 * How the exemption of small companies is worded (D42). The provisions moved from article 293 B of the CGI to the CIBS on
 * 2026-09-01; the old reference is tolerated until 2027-12-31. To be checked again whenever invoices are printed anew.
 */
export const franchiseWording = {
  text: "TVA non applicable, art. L.\u00a0223 et s. du CIBS",
  since: "2026-09-01",
  checkedOn: "2026-11-22",
} as const

/** Above or beside a total: under the exemption nothing says "TTC" (D42). */
export function totalLabel(mode: VatMode): string {
  return mode === "franchise" ? "Total, prix net" : "Total TTC"
}

/** The same where the delivery is not counted yet: a total is the total, or says what it leaves out. */
export function totalWithoutDeliveryLabel(mode: VatMode): string {
  return `${totalLabel(mode)}, hors livraison`
}

/** After a price for a day. */
export function dailyPriceNote(mode: VatMode): string {
  return mode === "franchise" ? "par jour, prix net" : "par jour, TTC"
}

/** Beside the field of a price. */
export function typedPriceNote(mode: VatMode): string {
  return mode === "franchise" ? "En euros entiers, prix net." : "En euros entiers, toutes taxes comprises."
}
