import type { PlacePrecision } from "../../../domain/delivery/delivery.ts"
import { type DeliveryQuote, type DeliveryRule } from "../../../domain/delivery/delivery.ts"
import { formatMoney } from "../../../domain/money.ts"
import type { PostalAddress } from "../../../domain/booking/booking.ts"
import type { Calculation } from "../kit/finance-view.ts"

const NBSP = "\u00a0"
const kilometres = (count: number) => `${count.toLocaleString("fr-FR")}${NBSP}km`

type CalculationResult =
  | { kind: "no-warehouse" }
  | { kind: "not-found" }
  | {
      kind: "calculated"
      place: { label: string; precision: PlacePrecision }
      quote: Exclude<DeliveryQuote, { kind: "to-confirm" }>
      rule: DeliveryRule
    }

/** D11. */
export function describeCalculation(calculated: CalculationResult, values: PostalAddress): Calculation {
  if (calculated.kind === "no-warehouse") {
    return warning(
      "Le dépôt n’est pas encore placé",
      ["Enregistrez d’abord l’adresse du dépôt\u00a0: c’est de là que partent les livraisons."],
      values,
    )
  }
  if (calculated.kind === "not-found") {
    return warning(
      "Adresse introuvable",
      ["Le client lirait «\u00a0Distance à confirmer\u00a0», et vous indiqueriez la distance avant de confirmer."],
      values,
    )
  }
  const { place, quote, rule } = calculated
  const distanceSentence = `${kilometres(quote.distanceKm)} aller-retour, à vol d’oiseau, jusqu’à ${place.label}${place.precision === "commune" ? " (centre de la commune)" : ""}.`
  if (quote.kind === "too-far") {
    return warning(
      "Trop loin",
      [
        distanceSentence,
        `Vos livraisons vont jusqu’à ${kilometres(quote.maximumKm)}\u00a0: la livraison serait refusée, le retrait resterait possible.`,
      ],
      values,
    )
  }
  return {
    title: "Frais de livraison",
    tone: "info",
    lines: [distanceSentence, ruleLabel(quote.distanceKm, rule)],
    amount: quote.fee === 0 ? "Gratuite" : formatMoney(quote.fee),
    values,
  }
}

function ruleLabel(distanceKm: number, { feePerKm, freeThresholdKm }: DeliveryRule): string {
  if (distanceKm <= freeThresholdKm) return `La livraison est gratuite jusqu’à ${kilometres(freeThresholdKm)}.`
  return `Au-delà de ${kilometres(freeThresholdKm)}\u00a0: ${formatMoney(feePerKm)} × ${kilometres(distanceKm)}, arrondi à l’euro.`
}

function warning(title: string, lines: string[], values: PostalAddress): Calculation {
  return { title, tone: "warning", lines, amount: null, values }
}
