import { isShorterThanYear } from "../../../domain/pricing/season.ts"
import { z } from "zod"
import { isDay } from "../../../domain/day.ts"
import { type Id, type ProductId, isId } from "../../../domain/id.ts"
import { changeText, readChange, ruleLimits } from "../../../domain/pricing/price-rule-fields.ts"
import type { PriceRuleKind, RuleChange, RuleFields, RuleTargets } from "../../../domain/pricing/price-rule.ts"
import { list, requiredText, ticked, wholeNumber } from "../../http/form-fields.ts"

export type RuleTexts = {
  name: string
  change: string
  priority: string
  from: string
  to: string
  minimumDays: string
  atLeast: string
  atMost: string
}

/** Fields of the form with the columns that a conflict names. */
export const ruleLabels = {
  name: "Nom",
  changeUnit: "Unité du changement",
  changeValue: "Changement",
  ruledProducts: "Produits",
  ruledPlans: "Formules",
  priority: "Priorité",
  seasonFrom: "Premier jour",
  seasonTo: "Dernier jour",
  isYearly: "Chaque année",
  minimumDays: "Durée minimum",
  ruledWeekdays: "Jours",
  onHolidays: "Jours fériés",
  atLeast: "Au moins",
  atMost: "Au plus",
} as const

const whole = (min: number, max: number) => {
  const message = `Indiquez un nombre de ${min} à ${max}, ou rien.`
  return z
    .string({ error: message })
    .trim()
    .regex(/^\d{0,3}$/, message)
    .transform((text) => (text === "" ? null : Number(text)))
    .refine((number) => number === null || (number >= min && number <= max), message)
}

const changeMessage = "Indiquez par exemple −20 % ou +15 €."
const noChange: RuleChange = { unit: "percent", value: 0 }

const change = (isOptional: boolean) =>
  z.string({ error: changeMessage }).transform((text, context) => {
    if (isOptional && text.trim() === "") return noChange
    const read = readChange(text)
    if (read) return read
    context.addIssue({ code: "custom", message: changeMessage })
    return z.NEVER
  })

const productPrefix = "produit:"
const planPrefix = "formule:"

export function targetKeys(targets: RuleTargets | null): string[] {
  if (!targets) return []
  return [...targets.products.map((id) => productPrefix + id), ...targets.plans.map((id) => planPrefix + id)]
}

export const targetKey = { product: (id: string) => productPrefix + id, plan: (id: string) => planPrefix + id }

function readTargets(keys: readonly string[]): RuleTargets | null {
  const ids = (prefix: string) =>
    [...new Set(keys.flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : [])))].filter(isId).sort()
  const [products, plans] = [ids(productPrefix) as ProductId[], ids(planPrefix) as Id[]]
  return products.length + plans.length > 0 ? { products, plans } : null
}

const terms = {
  name: requiredText("Donnez un nom à la règle.", ruleLimits.name),
  priority: whole(0, ruleLimits.priority).transform((number) => number ?? 0),
  targets: list(z.array(z.string())).transform(readTargets),
}

const dayText = z.string({ error: "Indiquez une date." }).refine(isDay, "Indiquez une date.")

const SeasonForm = z
  .object({
    ...terms,
    change: change(true),
    from: dayText,
    to: dayText,
    isYearly: ticked,
    minimumDays: whole(1, 31).transform((days) => (days === 1 ? null : days)),
  })
  .superRefine(({ change: { value }, from, to, isYearly, minimumDays }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message })
    if (value === 0 && minimumDays === null) refuse("change", `${changeMessage} Ou donnez une durée minimum.`)
    if (to < from) refuse("to", "Le dernier jour est avant le premier.")
    else if (isYearly && !isShorterThanYear({ from, to }))
      refuse("to", "Une saison de chaque année dure moins d’un an.")
  })
  .transform(({ change: changed, ...fields }) => ({ kind: "season" as const, ...fields, ...changed }))

const DayForm = z
  .object({
    ...terms,
    change: change(false),
    weekdays: list(z.array(wholeNumber(1).max(7))).transform((days) => [...new Set(days)].sort()),
    onHolidays: ticked,
  })
  .refine(({ weekdays, onHolidays }) => onHolidays || weekdays.length > 0, {
    path: ["weekdays"],
    message: "Cochez au moins un jour.",
  })
  .transform(({ change: changed, ...fields }) => ({ kind: "day" as const, ...fields, ...changed }))

const LeadTimeForm = z
  .object({
    ...terms,
    change: change(false),
    atLeast: whole(0, ruleLimits.lead),
    atMost: whole(0, ruleLimits.lead),
  })
  .superRefine(({ atLeast, atMost }, context) => {
    if (atLeast === null && atMost === null)
      context.addIssue({ code: "custom", path: ["atLeast"], message: "Indiquez au moins l’un des deux." })
    if (atLeast !== null && atMost !== null && atMost < atLeast)
      context.addIssue({ code: "custom", path: ["atMost"], message: "Le maximum est plus petit que le minimum." })
  })
  .transform(({ change: changed, ...fields }) => ({ kind: "lead-time" as const, ...fields, ...changed }))

export const ruleForms: Readonly<Record<PriceRuleKind, z.ZodType<RuleFields>>> = {
  season: SeasonForm,
  day: DayForm,
  "lead-time": LeadTimeForm,
}

const noTexts: RuleTexts = {
  name: "",
  change: "",
  priority: "0",
  from: "",
  to: "",
  minimumDays: "",
  atLeast: "",
  atMost: "",
}

const numberText = (number: number | null) => (number === null ? "" : String(number))

export function ruleTexts(rule: RuleFields | null): RuleTexts {
  if (!rule) return noTexts
  const texts = { ...noTexts, name: rule.name, change: changeText(rule), priority: String(rule.priority) }
  switch (rule.kind) {
    case "season":
      return { ...texts, from: rule.from, to: rule.to, minimumDays: numberText(rule.minimumDays) }
    case "day":
      return texts
    case "lead-time":
      return { ...texts, atLeast: numberText(rule.atLeast), atMost: numberText(rule.atMost) }
  }
}
