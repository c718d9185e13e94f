import type { ClockTime } from "../clock.ts"
import { type Day, addDays, eachDay, sortedDays, weekday } from "../day.ts"
import type { Id } from "../id.ts"
import { type Cents, roundHalfAway } from "../money.ts"
import { type Result, err, ok } from "../result.ts"
import type { OptionUnit } from "./options.ts"
import { type SeasonMinimum, seasonMinimum } from "./season.ts"

export const ratePlanKinds = ["day", "fixed", "hours"] as const
export type RatePlanKind = (typeof ratePlanKinds)[number]

type PlanTerms = {
  /** null for the way by the day that every product begins with. */
  id: Id | null
  name: string
  sentence: string
  includes: readonly string[]
  /** On which a rental may begin: 1 is Monday. */
  weekdays: readonly number[]
  /** In days, beside the product's own. */
  minimumNotice: number
}

export type DayPlan = PlanTerms & {
  kind: "day"
  /** Per cent of the daily price for the first day, the second …; the last one holds for all further days. */
  steps: readonly number[]
  minimumDays: number
  maximumDays: number | null
  /** The rules in force have them; a stored plan does not. */
  seasons?: readonly SeasonMinimum[]
}

export type FixedPlan = PlanTerms & { kind: "fixed"; days: number; price: Cents }

export type HoursPlan = PlanTerms & {
  kind: "hours"
  hours: number
  price: Cents
  startTimes: readonly ClockTime[]
  extraHourPrice: Cents
  maximumExtraHours: number
  /** Both occupy the unit and are not priced. */
  setUpMinutes: number
  takeDownMinutes: number
}

/** One way in which a product is sold (D63). */
export type RatePlan = DayPlan | FixedPlan | HoursPlan

export type BookedHours = HoursPlan & { startTime: ClockTime; extraHours: number }

/** The plan as agreed, with what the customer chose of it. */
export type BookedPlan = DayPlan | FixedPlan | BookedHours

/** `id` null stands for the product's own way by the day. */
export type PlanChoice = { id: Id | null; startTime: ClockTime | null; extraHours: number }

export const everyWeekday = [1, 2, 3, 4, 5, 6, 7] as const

export const usualDayPlan: DayPlan = {
  id: null,
  kind: "day",
  name: "À la journée",
  sentence: "",
  includes: [],
  weekdays: everyWeekday,
  minimumNotice: 0,
  steps: [100],
  minimumDays: 1,
  maximumDays: null,
}

export type PlanProblem =
  | { kind: "unknown-plan" }
  | { kind: "plan-weekday"; weekdays: readonly number[] }
  | { kind: "plan-length"; minimum: number; maximum: number | null; season?: string }
  | { kind: "one-day" }
  | { kind: "unknown-start" }
  | { kind: "extra-hours"; maximum: number }

export type PlannedDays = { plan: BookedPlan; days: Day[] }

/** A product is rented by the day unless it has a plan by the day that is switched off; each way needs a price. */
export function plansOnSale(plans: readonly (RatePlan & { isActive: boolean })[], dailyPrice: Cents): RatePlan[] {
  return withUsualPlan(plans)
    .filter((plan) => plan.isActive && leastPrice(plan, dailyPrice) !== null)
    .map(({ isActive: _, ...plan }) => plan)
}

export function withUsualPlan<Plan extends RatePlan & { isActive: boolean }>(
  plans: readonly Plan[],
): (Plan | (DayPlan & { isActive: boolean }))[] {
  return plans.some(({ kind }) => kind === "day") ? [...plans] : [{ ...usualDayPlan, isActive: true }, ...plans]
}

/** Days as the plan counts them: a fixed one needs its first day only. */
export function bookPlan(
  plans: readonly RatePlan[],
  choice: PlanChoice | null | undefined,
  days: readonly Day[],
): Result<PlannedDays, PlanProblem> {
  const plan = findPlan(plans, choice?.id)
  if (!plan) return err({ kind: "unknown-plan" })
  const sorted = sortedDays(days)
  const [first] = sorted
  if (first === undefined) return ok({ plan: withChoice(plan, choice), days: [] })
  if (!beginsOn(plan, first)) return err({ kind: "plan-weekday", weekdays: plan.weekdays })
  if (plan.kind === "fixed") return ok({ plan, days: daysOfPlan(plan, first) })
  if (plan.kind === "day") {
    const { maximumDays: maximum } = plan
    const { minimum, season } = minimumFrom(plan, first)
    const isAllowed = sorted.length >= minimum && (maximum === null || sorted.length <= maximum)
    if (isAllowed) return ok({ plan, days: sorted })
    return err({ kind: "plan-length", minimum, maximum, ...(season !== null && { season }) })
  }
  if (sorted.length > 1) return err({ kind: "one-day" })
  const { startTime, extraHours = 0 } = choice ?? {}
  if (!startTime || !plan.startTimes.includes(startTime)) return err({ kind: "unknown-start" })
  const isAllowed = Number.isInteger(extraHours) && extraHours >= 0 && extraHours <= plan.maximumExtraHours
  if (!isAllowed) return err({ kind: "extra-hours", maximum: plan.maximumExtraHours })
  return ok({ plan: { ...plan, startTime, extraHours }, days: sorted })
}

/** Without an id, the way by the day where the product has one, else its first plan. */
export function findPlan(plans: readonly RatePlan[], id: Id | null | undefined): RatePlan | null {
  if (id) return plans.find((plan) => plan.id === id) ?? null
  return plans.find(({ kind }) => kind === "day") ?? plans[0] ?? null
}

export function planOrUsual(plans: readonly RatePlan[], id: Id | null = null): RatePlan {
  return findPlan(plans, id) ?? findPlan(plans, null) ?? usualDayPlan
}

/** For a price before the choice is complete. */
export function planSoFar(plans: readonly RatePlan[], choice: PlanChoice | null | undefined): BookedPlan | null {
  const plan = findPlan(plans, choice?.id)
  return plan && withChoice(plan, choice)
}

function withChoice(plan: RatePlan, choice: PlanChoice | null | undefined): BookedPlan {
  if (plan.kind !== "hours") return plan
  return { ...plan, startTime: choice?.startTime ?? plan.startTimes[0] ?? "00:00", extraHours: choice?.extraHours ?? 0 }
}

export function beginsOn({ weekdays }: Pick<RatePlan, "weekdays">, day: Day): boolean {
  return weekdays.includes(weekday(day))
}

/** A start of today may be past. */
export function noticeOfPlan({ kind, minimumNotice }: RatePlan): number {
  return kind === "hours" ? Math.max(minimumNotice, 1) : minimumNotice
}

/** A rental at the daily price keeps no plan. */
export function agreedPlan(plan: BookedPlan): BookedPlan | null {
  if (plan.id === null) return null
  if (plan.kind !== "day") return plan
  const { seasons: _, ...agreed } = plan
  return agreed
}

/** The days of a rental that begins on this day; by the day, the fewest. */
export function daysOfPlan(plan: RatePlan, first: Day): Day[] {
  const days = plan.kind === "fixed" ? plan.days : plan.kind === "day" ? minimumFrom(plan, first).minimum : 1
  return eachDay(first, addDays(first, days - 1))
}

/** A season asks for no more than the plan's own maximum. */
function minimumFrom(
  { minimumDays, maximumDays, seasons = [] }: DayPlan,
  first: Day,
): { minimum: number; season: string | null } {
  const season = seasonMinimum(seasons, first)
  const seasonal = Math.min(season?.minimumDays ?? 1, maximumDays ?? Infinity)
  return seasonal > minimumDays
    ? { minimum: seasonal, season: season?.name ?? null }
    : { minimum: minimumDays, season: null }
}

/** How far a calendar must know what is taken to say whether a rental can begin on this day. */
export function lastDayOfPlans(plans: readonly RatePlan[], first: Day): Day {
  return sortedDays(plans.flatMap((plan) => daysOfPlan(plan, first))).at(-1) ?? first
}

export function planChoiceOf(plan: BookedPlan | null | undefined): PlanChoice {
  return plan?.kind === "hours"
    ? { id: plan.id, startTime: plan.startTime, extraHours: plan.extraHours }
    : { id: plan?.id ?? null, startTime: null, extraHours: 0 }
}

/** The owner moves a rental to any day of the week. */
export function planToMove(plan: BookedPlan | null | undefined): BookedPlan {
  return { ...(plan ?? usualDayPlan), weekdays: everyWeekday }
}

export function isSamePlanChoice(one: BookedPlan | null | undefined, other: BookedPlan | null | undefined): boolean {
  return JSON.stringify(planChoiceOf(one)) === JSON.stringify(planChoiceOf(other))
}

/** Each day is rounded by itself, half away from zero (D30). */
export function priceOfDays(dailyPrice: Cents, plan: Pick<DayPlan, "steps">, days: number): Cents {
  return stepsOfDays(dailyPrice, plan, days).reduce((total, share) => total + share, 0)
}

/** Amounts on which price rules count: a plan of fixed length or by the hour has one day, its first. */
export function sharesOfDays(dailyPrice: Cents, plan: BookedPlan | null | undefined, days: number): Cents[] {
  if (plan?.kind === "fixed") return [plan.price]
  if (plan?.kind === "hours") return [plan.price + plan.extraHourPrice * plan.extraHours]
  return stepsOfDays(dailyPrice, plan ?? usualDayPlan, days)
}

function stepsOfDays(dailyPrice: Cents, { steps }: Pick<DayPlan, "steps">, days: number): Cents[] {
  return Array.from({ length: days }, (_, day) =>
    roundHalfAway((dailyPrice * (steps[day] ?? steps.at(-1) ?? 100)) / 100),
  )
}

/** How often the price of an option counts, beside its quantity. */
export function optionFactor(
  plan: RatePlan | null | undefined,
  { unit, isOnce = false }: { unit: OptionUnit; isOnce?: boolean },
  days: number,
): number {
  if (isOnce || plan?.kind === "hours") return 1
  if (plan?.kind === "fixed") return unit === "day" ? plan.days : 1
  return days
}

/** "À partir de" (D63): the least that a rental costs by this plan; null when the product has no price for it. */
export function leastPrice(plan: RatePlan, dailyPrice: Cents): Cents | null {
  if (plan.kind !== "day") return plan.price
  return dailyPrice > 0 ? priceOfDays(dailyPrice, plan, plan.minimumDays) : null
}

export type PlanLength = { unit: "day" | "hour"; count: number }

export function lengthOfPlan(plan: RatePlan): PlanLength {
  if (plan.kind === "hours") return { unit: "hour", count: plan.hours }
  return { unit: "day", count: plan.kind === "fixed" ? plan.days : plan.minimumDays }
}

/** null when no plan can be booked. */
export type StartingPrice = { price: Cents; length: PlanLength }

export function startingPrice(plans: readonly RatePlan[], dailyPrice: Cents): StartingPrice | null {
  const prices = plans.flatMap((plan) => {
    const price = leastPrice(plan, dailyPrice)
    return price === null ? [] : [{ price, length: lengthOfPlan(plan) }]
  })
  return prices.toSorted((one, other) => one.price - other.price)[0] ?? null
}

/** Only whole days at the daily price need no choice. */
export function offersPlans(plans: readonly RatePlan[]): boolean {
  return plans.length > 1 || plans.some(({ id }) => id !== null)
}
