import { formatMoney, parseEuros } from "../money.ts"
import type { PriceRuleKind, RuleChange } from "./price-rule.ts"

export const ruleLimits = { name: 60, priority: 99, lead: 999, percent: 500, euros: 10_000_000 } as const

export const priceRuleKindLabels: Readonly<Record<PriceRuleKind, string>> = {
  season: "Saison",
  day: "Jours",
  "lead-time": "Délai",
}

/** "−20 %", "+15 €"; null when it cannot be read. */
export function readChange(text: string): RuleChange | null {
  const [, sign = "", amount = "", unit = ""] = /^([+\-−]?)\s*([\d\s,.]+?)\s*([%€])$/.exec(text.trim()) ?? []
  const size = unit === "%" ? (/^\d{1,3}$/.test(amount) ? Number(amount) : null) : parseEuros(amount)
  if (size === null || size === 0) return null
  const value = sign === "" || sign === "+" ? size : -size
  if (unit === "%") return value >= -100 && value <= ruleLimits.percent ? { unit: "percent", value } : null
  return size <= ruleLimits.euros ? { unit: "euros", value } : null
}

/** Empty without a change. */
export function changeText({ unit, value }: RuleChange): string {
  if (value === 0) return ""
  const size = Math.abs(value)
  return `${value < 0 ? "−" : "+"}${unit === "percent" ? `${size}\u00a0%` : formatMoney(size)}`
}
