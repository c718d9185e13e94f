import { type PriceRuleKind, priceRuleKinds } from "../../../domain/pricing/price-rule.ts"
import type { Flash } from "../kit/flash.ts"
import type { RuleTexts } from "./fields.ts"

/** A new rule's address names its kind. */
export const ruleAddresses: Readonly<Record<PriceRuleKind, string>> = {
  season: "saison",
  day: "jours",
  "lead-time": "delai",
}

export function kindFromAddress(address: string): PriceRuleKind | null {
  return priceRuleKinds.find((kind) => ruleAddresses[kind] === address) ?? null
}

export type RuleRow = {
  id: string
  name: string
  change: string
  when: string
  subject: string
  priority: number
  isActive: boolean
}

/** `key` is what a rule keeps: a product's or a plan's. */
export type TargetChoice = { key: string; label: string; isProduct: boolean }

export type RuleEditor = {
  /** Empty while unsaved. */
  id: string
  version: string
  kind: PriceRuleKind
  texts: RuleTexts
  weekdays: readonly number[]
  onHolidays: boolean
  isYearly: boolean
  targets: readonly string[]
}

export type RulesView = {
  rules: RuleRow[]
  editor: RuleEditor | null
  choices: TargetChoice[]
  removing: { id: string; name: string } | null
  flash: Flash | null
}
