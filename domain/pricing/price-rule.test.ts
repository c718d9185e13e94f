import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type Day, addDays, eachDay } from "../day.ts"
import type { Id, ProductId } from "../id.ts"
import { lineLabel } from "./price-labels.ts"
import { type PriceRule, type RuleOnDays, priceRuleKinds, rulesForRental } from "./price-rule.ts"
import { isShorterThanYear } from "./season.ts"
import { dayRule, leadTimeRule, seasonRule } from "./price-rule.fixture.ts"
import { type BookedOption, type PricedRental, priceOf, priceOfRentals } from "./price.ts"
import type { PricedCode } from "./promo-code.ts"
import { bookEvening, weekendPlan } from "./rate-plan.fixture.ts"
import { type BookedPlan, usualDayPlan } from "./rate-plan.ts"

const productId = "00000000-0000-4000-8000-0000000000aa" as ProductId
const product = { name: "Photomaton", dailyPrice: 25_000, photoPackPrice: 700, photoPackQuantity: 18 }
const degressive = { ...usualDayPlan, steps: [100, 50, 30] }
const guestBook: BookedOption = {
  id: "book",
  parentId: null,
  name: "Livre d’or",
  price: 3_000,
  unit: "unit",
  quantity: 1,
}
const [friday, saturday, sunday] = ["2027-06-11", "2027-06-12", "2027-06-13"] as const
const requestedOn = "2027-05-01"

type Booked = Partial<Omit<PricedRental, "days">> & { days: readonly Day[] }

function priced(rules: readonly PriceRule[], { days, plan = null, ...rest }: Booked) {
  const rental = { product, plan, days: days.length, options: [], photoPacks: 0, ...rest }
  return { ...rental, rules: rulesForRental({ rules, requestedOn }, { productId, plan, days }) }
}

const amounts = (price: { lines: readonly { amount: number }[] }) => price.lines.map(({ amount }) => amount)
const rulesOn = (
  rules: readonly PriceRule[],
  days: readonly Day[],
  plan: BookedPlan | null = null,
  asked: Day = requestedOn,
) =>
  rulesForRental({ rules, requestedOn: asked }, { productId, plan, days }).map(({ rule, days: ruled }) => [
    rule.name,
    ruled,
  ])

describe("the examples of rental.md", () => {
  const summer = seasonRule({ name: "Haute saison", value: 10 })

  test("a season, an option, a code and a delivery make 595.75 euros", () => {
    const rental = priced([summer], {
      plan: degressive,
      days: [friday, saturday, sunday],
      options: [guestBook],
    })
    const promoCode = { code: "ETE", unit: "percent" as const, value: 5, rentals: null, minimumTotal: null }
    const price = priceOf({ ...rental, deliveryFee: 4_000, promoCode })
    expect(amounts(price)).toEqual([45_000, 4_500, 9_000, -2_925, 4_000])
    expect(price.lines.map(({ kind }) => kind)).toEqual(["product", "price-rule", "option", "promo-code", "delivery"])
    expect(price.total).toBe(59_575)
    expect(lineLabel(price.lines[1] ?? fail())).toEqual({ label: "Haute saison", detail: "+10\u00a0% sur 3 jours" })
  })

  test("an evening with extra hours on a Tuesday is 20 per cent cheaper on both", () => {
    const week = dayRule({ name: "Tarif lundi–jeudi", value: -20, weekdays: [1, 2, 3, 4] })
    const price = priceOf({
      ...priced([week], { plan: bookEvening({ extraHours: 2 }), days: ["2027-06-08"] }),
      deliveryFee: null,
    })
    expect(amounts(price)).toEqual([59_000, 18_000, -15_400])
    expect(price.total).toBe(61_600)
    expect(lineLabel(price.lines[2] ?? fail()).detail).toBe("−20\u00a0% sur la formule")
  })

  test("a Saturday is dearer on its own share after steps", () => {
    const rule = dayRule({ name: "Samedi", value: 20, weekdays: [6] })
    const price = priceOf({
      ...priced([rule], { plan: degressive, days: [friday, saturday, sunday] }),
      deliveryFee: null,
    })
    expect(amounts(price)).toEqual([45_000, 2_500])
    expect(lineLabel(price.lines[1] ?? fail()).detail).toBe("+20\u00a0% sur 1 jour")
  })

  test("a bundle is priced like any product", () => {
    const bundle = { ...priced([], { days: [saturday] }), product: { ...product, dailyPrice: 39_000 } }
    expect(amounts(priceOf({ ...bundle, deliveryFee: 4_000 }))).toEqual([39_000, 4_000])
  })
})

describe("the rules that count on a rental", () => {
  test("of one kind the highest priority counts on each day, of equal ones the newer", () => {
    const all = seasonRule({ name: "Été", value: 10 })
    const fair = seasonRule({ name: "Salon", value: 30, from: saturday, to: saturday, isYearly: false, priority: 1 })
    const newer = seasonRule({ name: "Été 2027", value: 12, createdAt: "2027-03-01T00:00:00Z" })
    expect(rulesOn([all, fair], [friday, saturday, sunday])).toEqual([
      ["Salon", [1]],
      ["Été", [0, 2]],
    ])
    expect(rulesOn([all, newer], [friday])).toEqual([["Été 2027", [0]]])
  })

  test("a public holiday wins over its weekday, whatever the priority", () => {
    const wednesday = dayRule({ name: "Semaine", value: -20, weekdays: [3], priority: 9 })
    const holiday = dayRule({ name: "Jour férié", value: 15, onHolidays: true })
    expect(rulesOn([wednesday, holiday], ["2027-07-14"])).toEqual([["Jour férié", [0]]])
    expect(rulesOn([wednesday], ["2027-07-14"])).toEqual([["Semaine", [0]]])
    expect(rulesOn([wednesday, holiday], ["2027-07-21"])).toEqual([["Semaine", [0]]])
  })

  test("a season of each year is shorter than a year, also from 29 February", () => {
    expect(isShorterThanYear({ from: "2028-02-29", to: "2029-02-27" })).toBe(true)
    expect(isShorterThanYear({ from: "2028-02-29", to: "2029-02-28" })).toBe(false)
    expect(isShorterThanYear({ from: "2027-03-01", to: "2028-02-29" })).toBe(true)
  })

  test("a season may span New Year, each year or once", () => {
    const winter = { from: "2026-12-20", to: "2027-01-05" } as const
    const days: Day[] = ["2026-12-19", "2026-12-20", "2027-01-05", "2027-01-06", "2028-01-01"]
    const inSeason = (isYearly: boolean) =>
      days.map((day) => rulesOn([seasonRule({ ...winter, isYearly })], [day]).length)
    expect(inSeason(true)).toEqual([0, 1, 1, 0, 1])
    expect(inSeason(false)).toEqual([0, 1, 1, 0, 0])
  })

  test("the lead time is counted from the request to the first day, and names every day", () => {
    const early = leadTimeRule({ name: "Réservé tôt", value: -10, atLeast: 90 })
    const late = leadTimeRule({ name: "Dernière minute", value: 15, atMost: 7 })
    const on = (days: number) => rulesOn([early, late], [friday, saturday], null, addDays(friday, -days))
    expect(on(90)).toEqual([["Réservé tôt", [0, 1]]])
    expect(on(89)).toEqual([])
    expect(on(7)).toEqual([["Dernière minute", [0, 1]]])
    expect(on(8)).toEqual([])
  })

  test("a plan of fixed length has one day, its first", () => {
    const rule = dayRule({ value: 20, weekdays: [6] })
    expect(rulesOn([rule], [friday, saturday, sunday], weekendPlan)).toEqual([])
  })

  test("chosen products and plans only; the usual plan goes by its product", () => {
    const other = "00000000-0000-4000-8000-0000000000bb" as ProductId
    const forPlans = (plans: Id[]) => seasonRule({ targets: { products: [], plans } })
    expect(rulesOn([seasonRule({ targets: { products: [other], plans: [] } })], [friday])).toEqual([])
    expect(rulesOn([forPlans([productId])], [friday])).toHaveLength(1)
    expect(rulesOn([forPlans([productId])], [friday], bookEvening())).toEqual([])
    expect(rulesOn([forPlans([bookEvening().id ?? other])], [friday], bookEvening())).toHaveLength(1)
  })

  test("euros count for each day", () => {
    const rule = seasonRule({ unit: "euros", value: 1_500 })
    expect(amounts(priceOf({ ...priced([rule], { days: [friday, saturday] }), deliveryFee: null }))).toEqual([
      50_000, 3_000,
    ])
  })
})

describe("a code on several rentals", () => {
  const rentals = [priced([], { days: [friday] }), { ...priced([], { days: [friday] }), position: 2, photoPacks: 1 }]
  const code: PricedCode = { code: "X", unit: "euros", value: 1_001, rentals: null, minimumTotal: null }
  const lines = (values: Partial<PricedCode>) =>
    priceOfRentals(rentals, { deliveryFee: 4_000, promoCode: { ...code, ...values } })
      .lines.filter(({ kind }) => kind === "promo-code")
      .map(({ rental, amount }) => [rental, amount])

  test("the code is shared to the cent, is never above its rentals, and looks at its minimum without the delivery", () => {
    expect(lines({})).toEqual([
      [1, -494],
      [2, -507],
    ])
    expect(lines({ rentals: [2], value: 99_999 })).toEqual([[2, -25_700]])
    expect(lines({ minimumTotal: 50_701 })).toEqual([])
    expect(lines({ minimumTotal: 50_700 })).toHaveLength(2)
  })
})

describe("whatever the rules", () => {
  const terms = {
    value: fc.integer({ min: -150, max: 150 }),
    unit: fc.constantFrom("percent" as const, "euros" as const),
    priority: fc.nat(2),
    createdAt: fc.constantFrom("2027-01-01T00:00:00Z", "2027-02-01T00:00:00Z"),
    id: fc.uuid().map((id) => id as Id),
  }
  const rule: fc.Arbitrary<PriceRule> = fc.oneof(
    fc
      .record({ ...terms, start: fc.nat(364), length: fc.nat(120), isYearly: fc.boolean() })
      .map(({ start, length, ...rest }) => {
        const from = addDays("2027-01-01", start)
        return seasonRule({ ...rest, from, to: addDays(from, length) })
      }),
    fc
      .record({ ...terms, weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7]), onHolidays: fc.boolean() })
      .map((values) => dayRule(values)),
    fc
      .record({ ...terms, atLeast: fc.option(fc.nat(60)), atMost: fc.option(fc.nat(400)) })
      .map((values) => leadTimeRule(values)),
  )
  const booked = fc.record({
    rules: fc.uniqueArray(rule, { maxLength: 8, selector: ({ id }) => id }),
    first: fc.nat(364).map((days) => addDays("2027-01-01", days)),
    length: fc.integer({ min: 1, max: 10 }),
    plan: fc.constantFrom<BookedPlan | null>(null, degressive, weekendPlan, bookEvening({ extraHours: 1 })),
    dailyPrice: fc.nat(900).map((euros) => euros * 100),
  })

  test("the order of rules changes nothing, a day has one rule of a kind, lines are whole and never below 0", () => {
    fc.assert(
      fc.property(booked, fc.infiniteStream(fc.nat()), ({ rules, first, length, plan, dailyPrice }, keys) => {
        const shuffled = rules.map((each) => ({ each, key: keys.next().value })).toSorted((a, b) => a.key - b.key)
        const days = eachDay(first, addDays(first, length - 1))
        const price = (all: readonly PriceRule[]) =>
          priceOf({
            ...priced(all, { days, ...(plan && { plan }) }),
            product: { ...product, dailyPrice },
            deliveryFee: null,
          })
        const { lines, total } = price(rules)
        expect(price(shuffled.map(({ each }) => each))).toEqual({ lines, total, optionsTotal: 0 })
        expect(total).toBe(lines.reduce((sum, { amount }) => sum + amount, 0))
        expect(total).toBeGreaterThanOrEqual(0)
        expect(lines.every(({ amount }) => Number.isSafeInteger(amount) && !Object.is(amount, -0))).toBe(true)
        for (const kind of priceRuleKinds)
          expectDistinctDays(rulesForRental({ rules, requestedOn }, { productId, plan, days }), kind)
      }),
    )
  })
})

function expectDistinctDays(rules: readonly RuleOnDays[], kind: PriceRule["kind"]) {
  const days = rules.filter((each) => each.rule.kind === kind).flatMap((each) => each.days)
  expect(new Set(days).size).toBe(days.length)
}

function fail(): never {
  throw new Error("There is no such line")
}
