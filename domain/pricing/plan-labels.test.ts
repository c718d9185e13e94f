import { expect, test } from "vitest"
import { planPriceLabel } from "./plan-labels.ts"
import { eveningPlan, weekendPlan } from "./rate-plan.fixture.ts"
import { usualDayPlan } from "./rate-plan.ts"

test("the price of a plan says what it is for", () => {
  const labels = [
    usualDayPlan,
    { ...usualDayPlan, steps: [100, 50], minimumDays: 2 },
    weekendPlan,
    eveningPlan,
    { ...eveningPlan, hours: 1 },
  ].map((plan) => planPriceLabel(plan, 25_000).replaceAll(/[\u00a0\u202f]/g, " "))
  expect(labels).toEqual([
    "250 €/jour",
    "250 €/jour, tarif dégressif, 2 jours au moins",
    "390 € les 3 jours",
    "590 € les 4 heures",
    "590 € l’heure",
  ])
})
