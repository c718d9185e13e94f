import { formatMoney } from "../money.ts"
import type { DeliveryQuote, DeliveryRule } from "./delivery.ts"
import { roundTripLabel } from "./delivery-labels.ts"

export function deliveryRateLabel({
  feePerKm,
  freeThresholdKm,
}: Pick<DeliveryRule, "feePerKm" | "freeThresholdKm">): string {
  if (feePerKm === 0) return "offerte"
  const rate = `${formatMoney(feePerKm)} par kilomètre aller-retour`
  return freeThresholdKm > 0 ? `${rate}, offerte jusqu’à ${roundTripLabel(freeThresholdKm)}` : rate
}

export function tooFarLabel(
  { distanceKm, maximumKm }: Extract<DeliveryQuote, { kind: "too-far" }>,
  place: string,
): string {
  return `${place} est à ${roundTripLabel(distanceKm)}, et nous livrons jusqu’à ${roundTripLabel(maximumKm)}.`
}
