import { type QuantityRule, largestQuantity, smallestQuantity } from "../../../domain/pricing/options.ts"

/** "par 2, à partir de 4, 10 au plus"; empty when any quantity can be taken. */
export function ruleLabel({ unit, quantityStep, minQuantity, maxQuantity }: QuantityRule): string {
  if (unit === "day") return "oui ou non"
  return [
    quantityStep > 1 ? `par ${quantityStep}` : "",
    minQuantity > 1 ? `à partir de ${minQuantity}` : "",
    maxQuantity === null ? "" : `${maxQuantity} au plus`,
  ]
    .filter(Boolean)
    .join(", ")
}

/** True of a rule under which no customer can take any: the smallest quantity is above the largest. */
export function takesNone(rule: QuantityRule): boolean {
  return smallestQuantity(rule) > largestQuantity(rule)
}
