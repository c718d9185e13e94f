import { type Day, daysBetween, weekday } from "../day.ts"
import type { Id, ProductId } from "../id.ts"
import { type Cents, roundHalfAway } from "../money.ts"
import { isPublicHoliday } from "../public-holidays.ts"
import type { RatePlan } from "./rate-plan.ts"
import { type Season, type SeasonMinimum, isInSeason } from "./season.ts"

/** In the order of their lines (D64). */
export const priceRuleKinds = ["season", "day", "lead-time"] as const
export type PriceRuleKind = (typeof priceRuleKinds)[number]

/** `value` is signed: per cent of a day's share, or cents for each day. */
export type RuleChange = { unit: "percent" | "euros"; value: number }

/** A plan by the day goes by its product's id, because the usual one has none. */
export type RuleTargets = { products: readonly ProductId[]; plans: readonly Id[] }

type RuleTerms = RuleChange & {
  id: Id
  name: string
  /** null for everything that is rented. */
  targets: RuleTargets | null
  priority: number
  createdAt: string
}

export type SeasonRule = RuleTerms &
  Season & {
    kind: "season"
    /** For plans by the day that begin in it. */
    minimumDays: number | null
  }

/** 1 is Monday. */
export type DayRule = RuleTerms & { kind: "day"; weekdays: readonly number[]; onHolidays: boolean }

/** Calendar days from the request to the first day. */
export type LeadTimeRule = RuleTerms & { kind: "lead-time"; atLeast: number | null; atMost: number | null }

/** One named change of the base price (D64). */
export type PriceRule = SeasonRule | DayRule | LeadTimeRule

type Typed<Rule> = Rule extends PriceRule ? Omit<Rule, "id" | "createdAt"> : never

/** A rule as its owner types it. */
export type RuleFields = Typed<PriceRule>

/** The rules of today, and the day of the request that is priced by them. */
export type Tariff = { rules: readonly PriceRule[]; requestedOn: Day }

/** A rule with the positions of the days that it changes; 0 is the rental's first. */
export type RuleOnDays = { rule: PriceRule; days: readonly number[] }

type RuledRental = {
  productId: ProductId
  plan: RatePlan | null | undefined
  days: readonly Day[]
}

/** Each day has one rule of a kind: the highest priority, then the newest; a holiday before a weekday. */
export function rulesForRental({ rules, requestedOn }: Tariff, rental: RuledRental): RuleOnDays[] {
  const [first] = rental.days
  if (first === undefined) return []
  const lead = daysBetween(requestedOn, first)
  const candidates = rules.filter((rule) => rule.value !== 0 && isForPlan(rule, rental)).toSorted(compareRank)
  const days = !rental.plan || rental.plan.kind === "day" ? rental.days : [first]
  return priceRuleKinds.flatMap((kind) => {
    const ofKind = candidates.filter((rule) => rule.kind === kind)
    const winners = days.map((day) => findWinner(ofKind, day, lead))
    return ofKind.flatMap((rule) => {
      const won = winners.flatMap((winner, index) => (winner === rule ? [index] : []))
      return won.length > 0 ? [{ rule, days: won }] : []
    })
  })
}

export function isForPlan({ targets }: PriceRule, { productId, plan }: Pick<RuledRental, "productId" | "plan">) {
  return targets === null || targets.products.includes(productId) || targets.plans.includes(targetOf(productId, plan))
}

/** The key of a plan among a rule's targets. */
export function targetOf(productId: ProductId, plan: RatePlan | null | undefined): Id {
  return plan && plan.kind !== "day" && plan.id !== null ? plan.id : productId
}

/** Plans by the day have them beside their own minimum (D64). */
export function seasonMinimums(
  rules: readonly PriceRule[],
  rental: Pick<RuledRental, "productId" | "plan">,
): SeasonMinimum[] {
  return rules.flatMap((rule) =>
    rule.kind === "season" && rule.minimumDays !== null && isForPlan(rule, rental)
      ? [{ name: rule.name, from: rule.from, to: rule.to, isYearly: rule.isYearly, minimumDays: rule.minimumDays }]
      : [],
  )
}

/** `shares` are the amounts of the rental's days. Together the rules take no more than those. */
export function amountsOfRules(rules: readonly RuleOnDays[], shares: readonly Cents[]): Cents[] {
  const amounts = rules.map(({ rule: { unit, value }, days }) => {
    const ruled = days.reduce((sum, day) => sum + (shares[day] ?? 0), 0)
    return unit === "percent" ? roundHalfAway((ruled * value) / 100) : value * days.length
  })
  let missing = -[...shares, ...amounts].reduce((sum, amount) => sum + amount, 0)
  for (let index = amounts.length - 1; missing > 0 && index >= 0; index--) {
    const cut = Math.min(missing, Math.max(0, -(amounts[index] ?? 0)))
    amounts[index] = (amounts[index] ?? 0) + cut
    missing -= cut
  }
  return amounts
}

function findWinner(ranked: readonly PriceRule[], day: Day, lead: number): PriceRule | undefined {
  const holiday = ranked.find((rule) => rule.kind === "day" && rule.onHolidays)
  if (holiday && isPublicHoliday(day)) return holiday
  return ranked.find((rule) => namesDay(rule, day, lead))
}

function namesDay(rule: PriceRule, day: Day, lead: number): boolean {
  if (rule.kind === "season") return isInSeason(rule, day)
  if (rule.kind === "day") return rule.weekdays.includes(weekday(day))
  return lead >= (rule.atLeast ?? lead) && lead <= (rule.atMost ?? lead)
}

function compareRank(one: PriceRule, other: PriceRule): number {
  return other.priority - one.priority || other.createdAt.localeCompare(one.createdAt) || one.id.localeCompare(other.id)
}
