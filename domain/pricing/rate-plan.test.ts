import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type Day, addDays, eachDay } from "../day.ts"
import { rentalLines } from "./price.ts"
import {
  type DayPlan,
  type HoursPlan,
  agreedPlan,
  beginsOn,
  bookPlan,
  daysOfPlan,
  everyWeekday,
  lastDayOfPlans,
  leastPrice,
  optionFactor,
  plansOnSale,
  priceOfDays,
  startingPrice,
  usualDayPlan,
} from "./rate-plan.ts"
import { fitToPlan } from "./fit-to-plan.ts"
import { eveningPlan, weekendPlan } from "./rate-plan.fixture.ts"

const byDay = { ...usualDayPlan, steps: [100, 50, 30] }

test("a season asks a plan by the day for its fewest days, and no more than the plan's maximum", () => {
  const summer = { name: "Haute saison", from: "2027-06-01", to: "2027-09-30", isYearly: true, minimumDays: 3 } as const
  const plan: DayPlan = { ...usualDayPlan, seasons: [{ ...summer, minimumDays: 2 }, summer] }
  const book = (first: Day, count: number, changes: Partial<DayPlan> = {}) =>
    bookPlan([{ ...plan, ...changes }], null, eachDay(first, addDays(first, count - 1)))
  expect(book("2028-06-30", 3)).toMatchObject({ ok: true })
  expect(book("2028-06-30", 2)).toEqual({
    ok: false,
    error: { kind: "plan-length", minimum: 3, maximum: null, season: "Haute saison" },
  })
  expect(book("2027-05-31", 1)).toMatchObject({ ok: true })
  expect(book("2027-06-01", 2, { maximumDays: 2 })).toMatchObject({ ok: true })
  expect(daysOfPlan(plan, "2027-06-01")).toHaveLength(3)
  expect(agreedPlan({ ...plan, id: eveningPlan.id })).not.toHaveProperty("seasons")
})

describe("a plan by the day", () => {
  test("the plan lowers each day by its step, and the last step holds for all further days", () => {
    expect([1, 2, 3, 4].map((days) => priceOfDays(25_000, byDay, days))).toEqual([25_000, 37_500, 45_000, 52_500])
    expect(priceOfDays(25_000, usualDayPlan, 4)).toBe(100_000)
  })

  test("a longer rental never costs less, and each day is rounded by itself", () => {
    fc.assert(
      fc.property(
        fc.nat(100_000),
        fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 30 }),
        (daily, steps, days) => {
          const shorter = priceOfDays(daily, { steps }, days)
          const longer = priceOfDays(daily, { steps }, days + 1)
          expect(longer).toBeGreaterThanOrEqual(shorter)
          expect(Number.isInteger(longer)).toBe(true)
        },
      ),
    )
  })
})

test("a plan begins only on its weekdays", () => {
  expect([beginsOn(weekendPlan, "2027-06-11"), beginsOn(weekendPlan, "2027-06-12")]).toEqual([true, false])
  expect(everyWeekday.length).toBe(7)
  expect(beginsOn(eveningPlan, "2027-06-13")).toBe(true)
})

test("a calendar knows what is taken until the longest plan ends", () => {
  expect(lastDayOfPlans([usualDayPlan, weekendPlan], "2027-06-11")).toBe("2027-06-13")
  expect(lastDayOfPlans([], "2027-06-11")).toBe("2027-06-11")
})

test("more hours never cost less, nor less than their own price", () => {
  const total = (plan: HoursPlan, extraHours: number) =>
    rentalLines({
      product: { name: "Photomaton", dailyPrice: 0, photoPackPrice: 700, photoPackQuantity: 18 },
      days: 1,
      plan: { ...plan, startTime: "20:00", extraHours },
      options: [],
      photoPacks: 0,
    }).reduce((sum, { amount }) => sum + amount, 0)
  fc.assert(
    fc.property(fc.nat(200_000), fc.nat(50_000), fc.nat(20), (price, extraHourPrice, hours) => {
      const plan = { ...eveningPlan, price, extraHourPrice }
      expect(total(plan, hours + 1) - total(plan, hours)).toBe(extraHourPrice)
      expect(total(plan, hours)).toBeGreaterThanOrEqual(Math.max(price, hours * extraHourPrice))
    }),
  )
})

test("an option counts by the plan, and one marked so counts once", () => {
  const factor = (unit: "day" | "hour" | "unit" | "pack" | "km", isOnce = false) =>
    [byDay, weekendPlan, eveningPlan].map((plan) => optionFactor(plan, { unit, isOnce }, 2))
  expect(factor("day")).toEqual([2, 3, 1])
  expect(factor("hour")).toEqual([2, 1, 1])
  expect(factor("unit")).toEqual([2, 1, 1])
  expect(factor("day", true)).toEqual([1, 1, 1])
})

test("a product is offered from the price of its cheapest plan, its minimum included", () => {
  const day = { unit: "day", count: 1 }
  expect(startingPrice([byDay, weekendPlan, eveningPlan], 25_000)).toEqual({ price: 25_000, length: day })
  expect(startingPrice([{ ...byDay, minimumDays: 3 }, weekendPlan, eveningPlan], 25_000)).toEqual({
    price: 39_000,
    length: { unit: "day", count: 3 },
  })
  expect(leastPrice({ ...byDay, minimumDays: 3 }, 25_000)).toBe(45_000)
  expect(startingPrice([byDay, eveningPlan], 0)).toEqual({ price: 59_000, length: { unit: "hour", count: 4 } })
  expect(startingPrice([byDay], 0)).toBeNull()
})

describe("another plan keeps of a choice what fits", () => {
  const evening = { id: eveningPlan.id, startTime: "20:00", extraHours: 2 } as const
  const weekend = ["2027-06-11", "2027-06-12", "2027-06-13"] as const

  test("a week-end takes the stretch that has the chosen day, and no hours", () => {
    expect(fitToPlan(weekendPlan, { days: ["2027-06-12"], plan: evening })).toEqual({
      days: weekend,
      plan: { id: weekendPlan.id, startTime: null, extraHours: 0 },
    })
    expect(fitToPlan(weekendPlan, { days: ["2027-06-15"] }).days).toEqual([])
  })

  test("an evening takes the first day on which it is sold, and a start that it offers", () => {
    expect(fitToPlan(eveningPlan, { days: weekend, plan: { ...evening, extraHours: 9 } })).toEqual({
      days: ["2027-06-11"],
      plan: { id: eveningPlan.id, startTime: "20:00", extraHours: 3 },
    })
    const onSaturdays = { ...eveningPlan, weekdays: [6], startTimes: ["17:00"] as const }
    expect(fitToPlan(onSaturdays, { days: weekend, plan: evening })).toMatchObject({
      days: ["2027-06-12"],
      plan: { startTime: null },
    })
  })

  test("a plan by the day keeps all days", () => {
    expect(fitToPlan(byDay, { days: weekend, plan: evening })).toEqual({ days: weekend, plan: undefined })
  })
})

describe("choosing a plan", () => {
  const plans = [byDay, weekendPlan, eveningPlan]
  const book = (choice: Parameters<typeof bookPlan>[1], ...days: Parameters<typeof bookPlan>[2]) =>
    bookPlan(plans, choice, days)

  test("the choice is by the day unless a plan is named", () => {
    expect(book(null, "2027-06-13", "2027-06-12")).toEqual({
      ok: true,
      value: { plan: byDay, days: ["2027-06-12", "2027-06-13"] },
    })
    expect(bookPlan([weekendPlan], null, ["2027-06-11"])).toMatchObject({ value: { plan: weekendPlan } })
  })

  test("a fixed plan takes all its days from the first, on its weekdays", () => {
    const choice = { id: weekendPlan.id, startTime: null, extraHours: 0 }
    expect(book(choice, "2027-06-11")).toMatchObject({ value: { days: ["2027-06-11", "2027-06-12", "2027-06-13"] } })
    expect(book(choice, "2027-06-12")).toEqual({ ok: false, error: { kind: "plan-weekday", weekdays: [5] } })
  })

  test("a plan by the hour takes one day, one of its starts and some extra hours", () => {
    const choice = { id: eveningPlan.id, startTime: "20:00", extraHours: 2 } as const
    expect(book(choice, "2027-06-12")).toMatchObject({ value: { plan: { startTime: "20:00", extraHours: 2 } } })
    expect(book(choice, "2027-06-12", "2027-06-13")).toMatchObject({ error: { kind: "one-day" } })
    expect(book({ ...choice, startTime: "21:00" }, "2027-06-12")).toMatchObject({ error: { kind: "unknown-start" } })
    expect(book({ ...choice, extraHours: 4 }, "2027-06-12")).toMatchObject({
      error: { kind: "extra-hours", maximum: 3 },
    })
  })

  test("a plan that is gone, or too few days, are refused", () => {
    expect(bookPlan([byDay], { id: weekendPlan.id, startTime: null, extraHours: 0 }, ["2027-06-11"])).toMatchObject({
      error: { kind: "unknown-plan" },
    })
    expect(bookPlan([{ ...byDay, minimumDays: 2 }], null, ["2027-06-11"])).toMatchObject({
      error: { kind: "plan-length", minimum: 2, maximum: null },
    })
  })
})

describe("the plans on sale", () => {
  const active = <Plan>(plan: Plan, isActive = true) => ({ ...plan, isActive })

  test("a product is rented by the day until its owner switches that off", () => {
    expect(plansOnSale([active(eveningPlan)], 25_000)).toEqual([usualDayPlan, eveningPlan])
    expect(plansOnSale([active(eveningPlan), active(byDay, false)], 25_000)).toEqual([eveningPlan])
  })

  test("a product without a daily price is rented by its other plans alone", () => {
    expect(plansOnSale([active(eveningPlan)], 0)).toEqual([eveningPlan])
    expect(plansOnSale([], 0)).toEqual([])
  })
})
