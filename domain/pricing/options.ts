import type { ProductId } from "../id.ts"
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

export type QuantityRule = {
  unit: OptionUnit
  quantityStep: number
  minQuantity: number
  maxQuantity: number | null
  /** A customer takes one at most of the options that share it; empty for an option by itself. */
  choiceGroup: string
}

export type OptionOffer = QuantityRule & {
  id: string
  parentId: string | null
  name: string
  price: Cents
  /** Counted once for each rental, however long. */
  isOnce: boolean
  /** Rented with the option. */
  accessory?: { id: ProductId; name: string } | null
}

/** Without a quantity, an option is taken or not. */
export function hasQuantity({ unit, choiceGroup }: Pick<QuantityRule, "unit" | "choiceGroup">): boolean {
  return unit !== "day" && choiceGroup === ""
}

type Grouped = Pick<OptionOffer, "id" | "parentId" | "choiceGroup">

export function areAlternatives(one: Grouped, other: Grouped): boolean {
  const isSameGroup = one.choiceGroup === other.choiceGroup && one.parentId === other.parentId
  return one.choiceGroup !== "" && isSameGroup && one.id !== other.id
}

/** A group stands where its first option does. */
export function groupAlternatives<Option extends Grouped>(options: readonly Option[]): Option[][] {
  const key = ({ id, choiceGroup }: Option) => (choiceGroup === "" ? id : `group ${choiceGroup}`)
  return [...Map.groupBy(options, key).values()]
}

/** "Fond : séquins". */
export function optionTitle({ choiceGroup, name }: Pick<OptionOffer, "choiceGroup" | "name">): string {
  return choiceGroup === "" ? name : `${choiceGroup}\u00a0: ${name}`
}

export function isAllowedQuantity(rule: QuantityRule, quantity: number): boolean {
  if (quantity === 0) return true
  const smallest = smallestQuantity(rule)
  return quantity >= smallest && quantity <= largestQuantity(rule) && (quantity - smallest) % rule.quantityStep === 0
}

export function increaseQuantity(rule: QuantityRule, quantity: number): number {
  const smallest = smallestQuantity(rule)
  const max = stepsFromSmallest(rule, largestQuantity(rule))
  if (max < 0) return 0
  const steps = quantity < smallest ? 0 : stepsFromSmallest(rule, quantity) + 1
  return smallest + Math.min(steps, max) * rule.quantityStep
}

export function decreaseQuantity(rule: QuantityRule, quantity: number): number {
  const steps = Math.min(
    Math.ceil((quantity - smallestQuantity(rule)) / rule.quantityStep) - 1,
    stepsFromSmallest(rule, largestQuantity(rule)),
  )
  return steps < 0 ? 0 : smallestQuantity(rule) + steps * rule.quantityStep
}

function stepsFromSmallest(rule: QuantityRule, quantity: number): number {
  return Math.floor((quantity - smallestQuantity(rule)) / rule.quantityStep)
}

export function smallestQuantity(rule: QuantityRule): number {
  return hasQuantity(rule) ? Math.max(rule.minQuantity, rule.quantityStep) : 1
}

export function largestQuantity(rule: QuantityRule): number {
  return hasQuantity(rule) ? (rule.maxQuantity ?? 9_999) : 1
}

/** Photo packs have their own counter (D5). */
export function isPhotoPackOption(name: string): boolean {
  return name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ").includes("pack photo")
}

const MAX_LISTED = 6

export function allowedQuantitiesLabel(rule: QuantityRule): string {
  const smallest = smallestQuantity(rule)
  const largest = increaseQuantity(rule, largestQuantity(rule))
  const steps = Math.floor((largest - smallest) / rule.quantityStep)
  if (largest < smallest) return "0"
  if (steps < MAX_LISTED) {
    const listed = Array.from({ length: steps + 1 }, (_, index) => String(smallest + index * rule.quantityStep))
    return ["0", ...listed.slice(0, -1)].join(", ") + ` ou ${listed.at(-1)}`
  }
  const stepNote = rule.quantityStep > 1 ? `, par ${rule.quantityStep}` : ""
  return rule.maxQuantity === null
    ? `0, ou à partir de ${smallest}${stepNote}`
    : `0, ou de ${smallest} à ${largest}${stepNote}`
}
