import { expect, test } from "vitest"
import type { Month } from "../day.ts"
import { monthWithin } from "./months.ts"

test("a month outside the range becomes the last one on that side", () => {
  const calendar = { month: "2027-03" as Month, months: { earliest: "2026-11" as Month, latest: "2028-05" as Month } }
  expect(monthWithin(calendar, 1)).toBe("2027-04")
  expect(monthWithin(calendar, 12)).toBe("2028-03")
  expect(monthWithin(calendar, -12)).toBe("2026-11")
  expect(monthWithin(calendar, 24)).toBe("2028-05")
})
