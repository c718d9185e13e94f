import type { Day } from "../day.ts"
import type { Id, ProductId } from "../id.ts"
import type { Cents } from "../money.ts"
import { startsAround } from "../pricing/fit-to-plan.ts"
import { type PriceRule, amountsOfRules, rulesForRental } from "../pricing/price-rule.ts"
import {
  type RatePlan,
  daysOfPlan,
  findPlan,
  lengthOfPlan,
  offersPlans,
  planSoFar,
  sharesOfDays,
} from "../pricing/rate-plan.ts"
import { type CustomerDay, type DaySummary, type ProductCalendar, planStretch, summarizeStates } from "./calendar.ts"
import { type DayPart, partOfDay } from "./day-part.ts"

/** A product as it is sold. */
export type Sold = { id: ProductId; plans: readonly RatePlan[]; rules: readonly PriceRule[]; price: Cents }

/** `first` is the day on which the rental begins: a stretch may begin before the event. */
export type PlanOnDay = {
  plan: Id | null
  name: string
  first: Day
  state: CustomerDay
  part: DayPart | null
  price: Cents
}

type EventDay = { state: CustomerDay; plans: PlanOnDay[] }

/** The day of an event is free when one of the plans can be had then. */
export function eventDay(day: Day, calendar: ProductCalendar, sold: Sold): EventDay {
  const plans = sold.plans.map((plan) => planOnDay(day, calendar, { plan, sold }))
  const usual = plans.find(({ plan }) => plan === (findPlan(sold.plans, null)?.id ?? null))
  const state = plans.find((each) => each.state === "free")?.state ?? usual?.state ?? "not-sold"
  return { state, plans }
}

function planOnDay(day: Day, calendar: ProductCalendar, { plan, sold }: { plan: RatePlan; sold: Sold }): PlanOnDay {
  const days = startsAround(plan, day).map((first) => ({ first, ...planStretch(first, calendar, plan) }))
  const order: readonly CustomerDay[] = ["free", "taken", "closed"]
  const best =
    order.flatMap((state) => days.filter((each) => each.state === state))[0] ??
    days.find(({ state }) => state !== "not-sold") ??
    days[0]
  const { id, name } = plan
  const { first = day, state = "not-sold", starts = [] } = best ?? {}
  const price = priceFromDay(plan, { first, sold, today: calendar.window.today })
  return { plan: id, name, first, state, part: partOfDay(starts), price }
}

/** The least that a rental by this plan costs when it begins then, with the rules of today. */
function priceFromDay(plan: RatePlan, { first, sold, today }: { first: Day; sold: Sold; today: Day }): Cents {
  const days = daysOfPlan(plan, first)
  const shares = sharesOfDays(
    sold.price,
    planSoFar([plan], { id: plan.id, startTime: null, extraHours: 0 }),
    days.length,
  )
  const ruled = rulesForRental({ rules: sold.rules, requestedOn: today }, { productId: sold.id, plan, days })
  return [...shares, ...amountsOfRules(ruled, shares)].reduce((sum, amount) => sum + amount, 0)
}

/** Days around a searched one that its plans reach. */
export function reachOfPlans(products: readonly Pick<Sold, "plans">[]): number {
  const lengths = products.flatMap(({ plans }) =>
    plans.map((plan) => {
      const seasons = plan.kind === "day" ? (plan.seasons ?? []) : []
      const lengths = [lengthOfPlan(plan).count, ...seasons.map(({ minimumDays }) => minimumDays)]
      return plan.kind === "hours" ? 1 : Math.max(...lengths) - 1
    }),
  )
  return Math.max(0, ...lengths)
}

export type SoldCalendar = ProductCalendar & { sold: Sold }

export function summarizeEventDay(day: Day, calendars: Iterable<SoldCalendar>): DaySummary {
  return summarizeStates(
    day,
    Array.from(calendars, (calendar) => ({
      state: eventDay(day, calendar, calendar.sold).state,
      window: calendar.window,
    })),
  )
}

/** The cheapest free plan of the day; null without one. */
export function leastFreePrice({ plans }: EventDay): Cents | null {
  const prices = plans.filter(({ state }) => state === "free").map(({ price }) => price)
  return prices.length > 0 ? Math.min(...prices) : null
}

/** Plain days at the daily price need no list of plans. */
export function plansToCompare({ plans }: EventDay, sold: Pick<Sold, "plans">): PlanOnDay[] {
  return offersPlans(sold.plans) ? plans.filter(({ state }) => state !== "not-sold") : []
}
