import { expect, test } from "vitest"
import { readPostedChoice } from "../../../domain/booking/read-choice.ts"
import { usualDayPlan } from "../../../domain/pricing/rate-plan.ts"
import { priceOfChoice } from "./price-of-choice.ts"
import type { WizardView } from "./view.ts"

const tariff = { name: "Photomaton", dailyPrice: 25_000, photoPackPrice: 1_400, photoPackQuantity: 18 }

test("an unavailable number of packs counts for nothing, as an option's quantity does", () => {
  const view = { tariff, plans: [usualDayPlan], offers: [] } as unknown as WizardView
  const total = (packs: string) =>
    priceOfChoice(view, readPostedChoice(new URLSearchParams(`date=2027-06-12&packs=${packs}`)), null).total
  expect(total("2")).toBe(27_800)
  expect([total("5000"), total("-2"), total("beaucoup")]).toEqual([25_000, 25_000, 25_000])
})
