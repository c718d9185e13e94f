import { type Cents, formatMoney } from "../money.ts"
import type { DeliveryRule } from "./delivery.ts"

/** "2 € par kilomètre aller-retour, offerte jusqu’à 10 km": what a delivery will cost once its distance is known (D11). */
export function deliveryRateLabel({
  feePerKm,
  freeThresholdKm,
}: Pick<DeliveryRule, "feePerKm" | "freeThresholdKm">): string {
  if (feePerKm === 0) return "offerte"
  const rate = `${formatMoney(feePerKm)} par kilomètre aller-retour`
  return freeThresholdKm > 0
    ? `${rate}, offerte jusqu’à ${freeThresholdKm.toLocaleString("fr-FR")}\u00a0km aller-retour`
    : rate
}

/**
 * What a customer reads once the owner has entered the distance of an address that could not be placed: who did it,
 * and the total before and after. Null while nobody has.
 */
export function distanceEnteredLabel(
  entered: { totalBefore: Cents; total: Cents; distanceKm: number } | null,
): string | null {
  if (!entered) return null
  const { totalBefore, total, distanceKm } = entered
  const who = `Nous avons saisi la distance de votre adresse\u00a0: ${distanceKm}\u00a0km aller-retour.`
  if (total === totalBefore)
    return `${who} La livraison est gratuite\u00a0: votre total reste de ${formatMoney(total)}.`
  return `${who} Les frais de livraison s’ajoutent\u00a0: votre total passe de ${formatMoney(totalBefore)} à ${formatMoney(total)}.`
}
