import type { Cents } from "../money.ts"

export const optionUnits = ["unit", "day", "hour", "km", "pack"] as const
export type OptionUnit = (typeof optionUnits)[number]

export const unitLabels: Record<OptionUnit, string> = {
  unit: "unité",
  day: "jour",
  hour: "heure",
  km: "kilomètre",
  pack: "pack",
}

/** How many of an option one may take (D4). */
export type QuantityRule = { unit: OptionUnit; quantityStep: number; minQuantity: number; maxQuantity: number | null }

/** An option or sub-option as the owner offers it. `parentId` is null at top level. */
export type OptionOffer = QuantityRule & { id: string; parentId: string | null; name: string; price: Cents }

/** 0, or from the smallest quantity on in steps, at most the maximum; a day-unit option is 0 or 1 (D4). */
export function isAllowedQuantity(rule: QuantityRule, quantity: number): boolean {
  if (quantity === 0) return true
  // What is no number, or none that is whole, is on no step.
  const smallest = smallestQuantity(rule)
  return quantity >= smallest && quantity <= largestQuantity(rule) && (quantity - smallest) % rule.quantityStep === 0
}

/**
 * The quantity after "plus": from 0 to the smallest allowed one, then a step more, never above the maximum.
 * A quantity that the owner has since forbidden moves to the nearest allowed one.
 */
export function increased(rule: QuantityRule, quantity: number): number {
  const smallest = smallestQuantity(rule)
  const max = stepsTo(rule, largestQuantity(rule))
  if (max < 0) return 0
  const steps = quantity < smallest ? 0 : stepsTo(rule, quantity) + 1
  return smallest + Math.min(steps, max) * rule.quantityStep
}

/** The quantity after "minus": a step less, and 0 below the minimum. */
export function decreased(rule: QuantityRule, quantity: number): number {
  const steps = Math.min(
    Math.ceil((quantity - smallestQuantity(rule)) / rule.quantityStep) - 1,
    stepsTo(rule, largestQuantity(rule)),
  )
  return steps < 0 ? 0 : smallestQuantity(rule) + steps * rule.quantityStep
}

/** Whole steps from the smallest quantity up to this one; negative below it. */
function stepsTo(rule: QuantityRule, quantity: number): number {
  return Math.floor((quantity - smallestQuantity(rule)) / rule.quantityStep)
}

/** Where "plus" jumps to from 0: the larger of the minimum and one step (D4). */
export function smallestQuantity(rule: QuantityRule): number {
  return rule.unit === "day" ? 1 : Math.max(rule.minQuantity, rule.quantityStep)
}

/** No maximum means a bound that only keeps nonsense out of the totals. */
export function largestQuantity(rule: QuantityRule): number {
  return rule.unit === "day" ? 1 : (rule.maxQuantity ?? 9_999)
}

/** Photo packs have a counter of their own: options named like them are hidden and cannot be bought (D5). */
export function isPhotoPackOption(name: string): boolean {
  return name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ").includes("pack photo")
}

/** How many quantities are named one by one. */
const MAX_NAMED = 6

/** "0, 2, 4 ou 6", "0 ou de 2 à 20, par 2": which quantities can be had, for who typed another one. */
export function allowedQuantitiesLabel(rule: QuantityRule): string {
  const smallest = smallestQuantity(rule)
  const largest = increased(rule, largestQuantity(rule))
  const steps = Math.floor((largest - smallest) / rule.quantityStep)
  if (largest < smallest) return "0"
  if (steps < MAX_NAMED) {
    const named = Array.from({ length: steps + 1 }, (_, index) => String(smallest + index * rule.quantityStep))
    return ["0", ...named.slice(0, -1)].join(", ") + ` ou ${named.at(-1)}`
  }
  const by = rule.quantityStep > 1 ? `, par ${rule.quantityStep}` : ""
  return rule.maxQuantity === null ? `0, ou à partir de ${smallest}${by}` : `0, ou de ${smallest} à ${largest}${by}`
}
