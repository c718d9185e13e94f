import { dayMedium, dayShort, weekdayNames } from "../day-labels.ts"
import type { Day } from "../day.ts"
import type { ProductId } from "../id.ts"
import { changeLabel, daysLabel } from "./price-labels.ts"
import { type PriceRule, isForPlan } from "./price-rule.ts"
import type { RatePlan } from "./rate-plan.ts"
import type { Season, SeasonMinimum } from "./season.ts"

/** "du 1er juin au 30 septembre", with the years of a season that comes once. */
function seasonLabel({ from, to, isYearly }: Season): string {
  const label = isYearly ? dayShort : dayMedium
  return from === to ? `le ${label(from)}` : `du ${label(from)} au ${label(to)}`
}

/** "Haute saison, du 1er juin au 30 septembre : 3 jours au moins." */
export function seasonMinimumSentence(season: SeasonMinimum): string {
  return `${season.name}, ${seasonLabel(season)}\u00a0: ${daysLabel(season.minimumDays)} au moins.`
}

/** When a rule counts, for its owner. */
export function ruleWhenLabel(rule: PriceRule): string {
  switch (rule.kind) {
    case "season":
      return rule.isYearly ? `${seasonLabel(rule)}, chaque année` : seasonLabel(rule)
    case "day":
      return listFormat.format([...weekdaysLabels(rule.weekdays), ...(rule.onHolidays ? ["jours fériés"] : [])])
    case "lead-time":
      return leadTimeLabel(rule)
  }
}

/** A reduction for a limited time is not announced: it would need the lowest price of 30 days beside it (D64). */
function isAnnounced(rule: PriceRule): boolean {
  return rule.kind !== "season" || rule.isYearly || rule.value > 0 || rule.minimumDays !== null
}

/** Tariffs are named before a date is chosen: "Tarif lundi–jeudi : −20 % sur la formule." (D64). */
export function tariffSentences(
  rules: readonly PriceRule[],
  { productId, plans, today }: { productId: ProductId; plans: readonly RatePlan[]; today: Day },
): string[] {
  return rules
    .filter((rule) => !isOver(rule, today) && isAnnounced(rule))
    .flatMap((rule) => {
      const ruled = plans.filter((plan) => isForPlan(rule, { productId, plan }))
      const subject = ruled.length === plans.length ? "la formule" : listFormat.format(ruled.map(quotedName))
      const change = rule.value === 0 ? [] : [`${changeLabel(rule)} sur ${subject}`]
      const minimum =
        rule.kind === "season" && rule.minimumDays !== null ? [`${daysLabel(rule.minimumDays)} au moins`] : []
      const when = rule.kind === "day" ? "" : `, ${rule.kind === "season" ? seasonLabel(rule) : ruleWhenLabel(rule)}`
      return ruled.length > 0 ? [`${rule.name}${when}\u00a0: ${[...change, ...minimum].join(", ")}.`] : []
    })
}

function isOver(rule: PriceRule, today: Day): boolean {
  return rule.kind === "season" && !rule.isYearly && rule.to < today
}

function quotedName({ name }: RatePlan): string {
  return `«\u00a0${name}\u00a0»`
}

function leadTimeLabel({ atLeast, atMost }: { atLeast: number | null; atMost: number | null }): string {
  if (atLeast === null) return `${daysLabel(atMost ?? 0)} avant, au plus`
  return atMost === null ? `${daysLabel(atLeast)} avant, au moins` : `de ${atLeast} à ${daysLabel(atMost)} avant`
}

/** "lundi à jeudi" for three days or more that follow each other. */
function weekdaysLabels(weekdays: readonly number[]): string[] {
  const days = weekdays.toSorted((one, other) => one - other)
  const [first = 1, last = 1] = [days[0], days.at(-1)]
  const isRun = days.length > 2 && last - first === days.length - 1
  const name = (day: number) => weekdayNames[day - 1] ?? ""
  return isRun ? [`${name(first)} à ${name(last)}`] : days.map(name)
}

const listFormat = new Intl.ListFormat("fr-FR")
