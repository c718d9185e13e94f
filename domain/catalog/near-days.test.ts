import { expect, test } from "vitest"
import type { Day } from "../day.ts"
import { nearDayLabels } from "./near-days.ts"

const label = (...days: Day[]) =>
  nearDayLabels(days)
    .map(({ words }) => words)
    .join(" et ")

test("two free days of one month name it once", () => {
  expect(label("2027-06-05", "2027-06-19")).toBe("5 et 19 juin")
  expect(label("2027-06-19", "2027-06-05")).toBe("5 et 19 juin")
})

test("free days of two months name both", () => {
  expect(label("2027-05-29", "2027-06-12")).toBe("29 mai et 12 juin")
  expect(label("2026-12-31", "2027-12-01")).toBe("31 décembre et 1er décembre")
})

test("the first of a month reads 1er, with or without its month", () => {
  expect(label("2027-06-01", "2027-06-08")).toBe("1er et 8 juin")
  expect(label("2027-06-01")).toBe("1er juin")
})
