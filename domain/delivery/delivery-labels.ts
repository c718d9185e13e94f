import { type Cents, formatMoney } from "../money.ts"
import type { DeliveryQuote, DeliveryRule, Kilometres } from "./delivery.ts"

export function deliveryRateLabel({
  feePerKm,
  freeThresholdKm,
}: Pick<DeliveryRule, "feePerKm" | "freeThresholdKm">): string {
  if (feePerKm === 0) return "offerte"
  const rate = `${formatMoney(feePerKm)} par kilomètre aller-retour`
  return freeThresholdKm > 0 ? `${rate}, offerte jusqu’à ${roundTripLabel(freeThresholdKm)}` : rate
}

export function distanceEnteredLabel(
  entered: { totalBefore: Cents; total: Cents; distanceKm: number } | null,
): string | null {
  if (!entered) return null
  const { totalBefore, total, distanceKm } = entered
  const introduction = `Nous avons saisi la distance de votre adresse\u00a0: ${roundTripLabel(distanceKm)}.`
  if (total === totalBefore)
    return `${introduction} La livraison est gratuite\u00a0: votre total reste de ${formatMoney(total)}.`
  return `${introduction} Les frais de livraison s’ajoutent\u00a0: votre total passe de ${formatMoney(totalBefore)} à ${formatMoney(total)}.`
}

export function placeLabel(zipCode: string, town: string | null | undefined, quote?: DeliveryQuote): string {
  if (town) return `${town} (${zipCode})`
  return quote && townCount(quote) > 0 ? `${zipCode} (${townCount(quote)}\u00a0communes)` : zipCode
}

export function townCount(quote: DeliveryQuote): number {
  return quote.kind === "to-confirm" ? 0 : (quote.towns ?? 0)
}

export function roundTripLabel(distanceKm: Kilometres): string {
  return `${distanceKm.toLocaleString("fr-FR")}\u00a0km aller-retour`
}

export function isDeliveryDearerThanRental(quote: DeliveryQuote, rentalPrice: Cents): boolean {
  return quote.kind === "quoted" && rentalPrice > 0 && quote.fee > rentalPrice
}

export function tooFarLabel(
  { distanceKm, maximumKm }: Extract<DeliveryQuote, { kind: "too-far" }>,
  place: string,
): string {
  return `${place} est à ${roundTripLabel(distanceKm)}, et nous livrons jusqu’à ${roundTripLabel(maximumKm)}.`
}
