import { type Cents, formatMoney } from "../money.ts"
import type { DeliveryQuote, DeliveryRule, Kilometres } from "./delivery.ts"

/** "2 € par kilomètre aller-retour, offerte jusqu’à 10 km": what a delivery will cost once its distance is known (D11). */
export function deliveryRateLabel({
  feePerKm,
  freeThresholdKm,
}: Pick<DeliveryRule, "feePerKm" | "freeThresholdKm">): string {
  if (feePerKm === 0) return "offerte"
  const rate = `${formatMoney(feePerKm)} par kilomètre aller-retour`
  return freeThresholdKm > 0 ? `${rate}, offerte jusqu’à ${roundTripLabel(freeThresholdKm)}` : rate
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
  const who = `Nous avons saisi la distance de votre adresse\u00a0: ${roundTripLabel(distanceKm)}.`
  if (total === totalBefore)
    return `${who} La livraison est gratuite\u00a0: votre total reste de ${formatMoney(total)}.`
  return `${who} Les frais de livraison s’ajoutent\u00a0: votre total passe de ${formatMoney(totalBefore)} à ${formatMoney(total)}.`
}

/**
 * "Nogent-sur-Marne (94130)": how a place is called wherever a delivery is told. Without a town, its postcode, with how
 * many towns share it: "59400 (12 communes)".
 */
export function placeLabel(zipCode: string, town: string | null | undefined, quote?: DeliveryQuote): string {
  if (town) return `${town} (${zipCode})`
  return quote && sharingTowns(quote) > 0 ? `${zipCode} (${sharingTowns(quote)}\u00a0communes)` : zipCode
}

/** How many towns share the postcode that a quote was asked for without a town; 0 when it is about one. */
export function sharingTowns(quote: DeliveryQuote): number {
  return quote.kind === "to-confirm" ? 0 : (quote.towns ?? 0)
}

/** "1 320 km aller-retour": the one way in which a customer reads a distance (D11). */
export function roundTripLabel(distanceKm: Kilometres): string {
  return `${distanceKm.toLocaleString("fr-FR")}\u00a0km aller-retour`
}

/** Whether bringing it costs more than renting it: nobody should find that out by adding up. */
export function isDearDelivery(quote: DeliveryQuote, rented: Cents): boolean {
  return quote.kind === "quoted" && rented > 0 && quote.fee > rented
}

/** "Marseille (13001) est à 1 320 km aller-retour, et nous livrons jusqu’à 150 km aller-retour." */
export function tooFarLabel(
  { distanceKm, maximumKm }: Extract<DeliveryQuote, { kind: "too-far" }>,
  place: string,
): string {
  return `${place} est à ${roundTripLabel(distanceKm)}, et nous livrons jusqu’à ${roundTripLabel(maximumKm)}.`
}
