import { expect, test } from "vitest"
import { foundingYear, defaultOpeningHours, toOpeningHours, priceRange, servedArea } from "./business-facts.ts"

test("the business is open from 9 to 19, within 100 km of Paris, since 2024, at the second price level @K-opening", () => {
  expect(defaultOpeningHours).toEqual({ opens: "09:00", closes: "19:00" })
  expect([servedArea.name, servedArea.radiusKm, foundingYear, priceRange]).toEqual(["Paris", 100, 2024, "€€"])
})

test("opening hours appear once both are set, the opening first", () => {
  expect(toOpeningHours({ opensAt: "08:30", closesAt: "18:00" })).toEqual({ opens: "08:30", closes: "18:00" })
  expect(toOpeningHours({ opensAt: null, closesAt: "18:00" })).toBeNull()
  expect(toOpeningHours({ opensAt: "08:30", closesAt: null })).toBeNull()
  expect(toOpeningHours({ opensAt: null, closesAt: null })).toBeNull()
  expect(toOpeningHours({ opensAt: "18:00", closesAt: "18:00" })).toBeNull()
})
