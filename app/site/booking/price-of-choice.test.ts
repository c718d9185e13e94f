import { expect, test } from "vitest"
import { readPostedChoice } from "../../../domain/booking/read-choice.ts"
import { dayRule } from "../../../domain/pricing/price-rule.fixture.ts"
import { usualDayPlan } from "../../../domain/pricing/rate-plan.ts"
import { priceOfChoice } from "./price-of-choice.ts"
import type { WizardView } from "./view.ts"

const id = "00000000-0000-4000-8000-0000000000aa"
const tariff = { name: "Photomaton", dailyPrice: 25_000, photoPackPrice: 1_400, photoPackQuantity: 18 }

test("the wizard's price follows the rules, and an unavailable number of packs counts for nothing", () => {
  const view = {
    product: { id },
    today: "2027-06-01",
    tariff,
    plans: [usualDayPlan],
    rules: [],
    offers: [],
  } as unknown as WizardView
  const total = (packs: string) =>
    priceOfChoice(view, readPostedChoice(new URLSearchParams(`date=2027-06-12&packs=${packs}`)), null).total
  expect(total("2")).toBe(27_800)
  const week = dayRule({ value: -20, weekdays: [6] })
  const ruled = { ...view, rules: [week] } as WizardView
  expect(
    priceOfChoice(ruled, readPostedChoice(new URLSearchParams("date=2027-06-12&date=2027-06-13")), null),
  ).toMatchObject({
    lines: [{ kind: "product" }, { kind: "price-rule", amount: -5_000 }],
    total: 45_000,
  })
  expect([total("5000"), total("-2"), total("beaucoup")]).toEqual([25_000, 25_000, 25_000])
})
