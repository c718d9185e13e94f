import { type Cents, formatMoney } from "../money.ts"
import { roundTripLabel } from "./delivery-labels.ts"

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
