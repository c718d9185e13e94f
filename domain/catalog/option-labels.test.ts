import { expect, test } from "vitest"
import { eveningPlan, weekendPlan } from "../pricing/rate-plan.fixture.ts"
import { type PricedOption, optionForDaysLabel, optionOfferLabel, optionPriceLabel } from "./option-labels.ts"

test("a day option is priced by the day, the others by their unit and the day", () => {
  expect(optionPriceLabel({ price: 3000, unit: "day", isOnce: false })).toBe("30\u202f€ par jour")
  expect(optionPriceLabel({ price: 1250, unit: "unit", isOnce: false })).toBe("12,50\u202f€ l’unité, par jour")
  expect(optionPriceLabel({ price: 4000, unit: "hour", isOnce: false })).toBe("40\u202f€ l’heure, par jour")
  expect(optionPriceLabel({ price: 200, unit: "km", isOnce: false })).toBe("2\u202f€ le kilomètre, par jour")
  expect(optionPriceLabel({ price: 700, unit: "pack", isOnce: false })).toBe("7\u202f€ le pack, par jour")
})

test("an offer also shows its quantity rule, where there is one", () => {
  const offer = {
    id: "o",
    parentId: null,
    name: "Mange-debout",
    price: 1200,
    unit: "unit",
    quantityStep: 1,
    minQuantity: 0,
    maxQuantity: null,
    isOnce: false,
    choiceGroup: "",
  } as const
  expect(optionOfferLabel(offer)).toBe("12\u202f€ l’unité, par jour")
  expect(optionOfferLabel({ ...offer, minQuantity: 1 })).toBe("12\u202f€ l’unité, par jour")
  expect(optionOfferLabel({ ...offer, minQuantity: 2, quantityStep: 2, maxQuantity: 8 })).toBe(
    "12\u202f€ l’unité, par jour, à partir de 2, par 2, 8 au plus",
  )
  expect(optionOfferLabel({ ...offer, unit: "day", maxQuantity: 8 })).toBe("12\u202f€ par jour")
})

test("a quantity per day is shown as the total of all days, where there are several", () => {
  expect(optionForDaysLabel(3_000, 2)).toBe("60\u202f€ pour vos 2 jours")
  expect([0, 1].map((days) => optionForDaysLabel(3_000, days))).toEqual([null, null])
})

test("the price of an option is said as its plan counts it, or once", () => {
  const plans = [null, weekendPlan, eveningPlan]
  const labels = (values: Partial<PricedOption>) =>
    plans.map((plan) => optionPriceLabel({ price: 3_000, unit: "day", isOnce: false, ...values }, plan))
  expect(labels({})).toEqual(["30\u202f€ par jour", "30\u202f€ par jour", "30\u202f€"])
  expect(labels({ unit: "hour" })).toEqual(["30\u202f€ l’heure, par jour", "30\u202f€ l’heure", "30\u202f€ l’heure"])
  expect(new Set(labels({ isOnce: true }))).toEqual(new Set(["30\u202f€, une fois par location"]))
  expect(new Set(labels({ price: 0 }))).toEqual(new Set(["sans supplément"]))
})
