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
