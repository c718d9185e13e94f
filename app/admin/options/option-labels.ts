import { type QuantityRule, largestQuantity, smallestQuantity } from "../../../domain/pricing/options.ts"

/** "par 2, à partir de 4, 10 au plus"; empty for any quantity. */
export function ruleLabel({ unit, quantityStep, minQuantity, maxQuantity, choiceGroup }: QuantityRule): string {
  if (choiceGroup !== "") return `au choix\u00a0: ${choiceGroup}`
  if (unit === "day") return "oui ou non"
  return [
    quantityStep > 1 ? `par ${quantityStep}` : "",
    minQuantity > 1 ? `à partir de ${minQuantity}` : "",
    maxQuantity === null ? "" : `${maxQuantity} au plus`,
  ]
    .filter(Boolean)
    .join(", ")
}

/** The smallest quantity exceeds the largest. */
export function isUnorderable(rule: QuantityRule): boolean {
  return smallestQuantity(rule) > largestQuantity(rule)
}
