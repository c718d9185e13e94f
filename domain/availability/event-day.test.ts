import { describe, expect, test } from "vitest"
import type { Day } from "../day.ts"
import { dayRule, seasonRule } from "../pricing/price-rule.fixture.ts"
import { eveningPlan, weekendPlan } from "../pricing/rate-plan.fixture.ts"
import { usualDayPlan } from "../pricing/rate-plan.ts"
import type { ProductCalendar } from "./calendar.ts"
import { toBusyTimes } from "./claimed-days.fixture.ts"
import { eventDay, leastFreePrice, plansToCompare, reachOfPlans } from "./event-day.ts"

const saturday = "2027-06-12"
const product = { id: "00000000-0000-4000-8000-0000000000aa" as const, rules: [], price: 25_000 }
const plans = [usualDayPlan, weekendPlan, { ...eveningPlan, startTimes: ["11:00", "17:00"] as const }]
const calendar: ProductCalendar = {
  stock: { units: 1, preparationBefore: 0, preparationAfter: 0 },
  window: { today: "2027-06-01", noticeDays: 0, horizonDays: null },
  busy: [],
  blocked: new Set(),
  hour: 0,
}
/** 11 h to 15 h in Paris, with an hour before and after. */
const lunch = { unit: 1, from: `${saturday}T08:00:00.000Z`, until: `${saturday}T14:00:00.000Z` }

describe("the day of an event", () => {
  test("a stretch that has the day begins before it", () => {
    const { state, plans: answers } = eventDay(saturday, calendar, { ...product, plans })
    expect(state).toBe("free")
    expect(answers.map(({ name, first, price }) => [name, first, price])).toEqual([
      ["À la journée", saturday, 25_000],
      ["Week-end", "2027-06-11", 39_000],
      ["Soirée 4 h", saturday, 59_000],
    ])
  })

  test("a product is free when one plan is left, and the part that is left is said", () => {
    const event = eventDay(saturday, { ...calendar, busy: [lunch] }, { ...product, plans })
    expect(event.state).toBe("free")
    expect(event.plans.map(({ state }) => state)).toEqual(["taken", "taken", "free"])
    expect(event.plans[2]?.part?.word.replaceAll(/[\u00a0\u2060]/g, " ")).toBe("encore 17 h –  21 h")
  })

  test("a product that is rented for two days at least is taken between two taken days", () => {
    const plan = { ...usualDayPlan, minimumDays: 2 }
    const answer = (...taken: Day[]) => {
      const busy = toBusyTimes(taken.map((day) => ({ unit: 1, day })))
      const { state, plans: answers } = eventDay(saturday, { ...calendar, busy }, { ...product, plans: [plan] })
      return [state, answers[0]?.first]
    }
    expect(answer("2027-06-11")).toEqual(["free", saturday])
    expect(answer("2027-06-13")).toEqual(["free", "2027-06-11"])
    expect(answer("2027-06-11", "2027-06-13")).toEqual(["taken", saturday])
    expect(reachOfPlans([{ plans: [plan] }])).toBe(1)
  })

  test("only a product of several plans has them compared, without those that are not sold on the day", () => {
    const monday = eventDay("2027-06-14", calendar, { ...product, plans })
    expect(plansToCompare(monday, { plans }).map(({ name }) => name)).toEqual(["À la journée", "Soirée 4 h"])
    const usual = eventDay(saturday, calendar, { ...product, plans: [usualDayPlan] })
    expect(plansToCompare(usual, { plans: [usualDayPlan] })).toEqual([])
  })

  test("the price of a day is that of its rules, and of the season's fewest days", () => {
    const season = seasonRule({ value: 10, minimumDays: 2 })
    const byDay = { ...usualDayPlan, seasons: [{ ...season, minimumDays: 2 }] }
    const sold = { ...product, plans: [byDay], rules: [season, dayRule({ value: -20, weekdays: [6] })] }
    const event = eventDay(saturday, calendar, sold)
    expect([event.plans[0]?.price, leastFreePrice(event)]).toEqual([50_000, 50_000])
    expect(leastFreePrice(eventDay("2027-10-02", calendar, sold))).toBe(20_000)
  })

  test("the days around a searched one reach as far as the longest plan", () => {
    expect([plans, [usualDayPlan], [eveningPlan]].map((some) => reachOfPlans([{ plans: some }]))).toEqual([2, 0, 1])
  })
})
