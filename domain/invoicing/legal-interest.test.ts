import { expect, test } from "vitest"
import {
  halfYearWithoutRate,
  interestOnPaidAhead,
  lastLegalRate,
  legalRates,
  threeMonthsAfter,
} from "./legal-interest.ts"

test("three months later is the same day, or the last one of a shorter month", () => {
  expect(threeMonthsAfter("2026-08-15")).toBe("2026-11-15")
  expect(threeMonthsAfter("2026-11-30")).toBe("2027-02-28")
  expect(threeMonthsAfter("2027-11-30")).toBe("2028-02-29")
  expect(threeMonthsAfter("2026-10-01")).toBe("2027-01-01")
})

test("what is paid ahead bears interest from the fourth month until the rental (L214-2)", () => {
  // 150 days after 15 February 2027, at 6.67 % a year.
  expect(interestOnPaidAhead([{ amount: 13_320, on: "2026-11-15" }], "2027-07-15")).toBe(365)
  expect(Math.round((13_320 * 0.0667 * 150) / 365)).toBe(365)
})

test("three months to the day bear none, and one day more bears one day's", () => {
  expect(interestOnPaidAhead([{ amount: 1_000_000, on: "2026-11-15" }], "2027-02-15")).toBe(0)
  expect(interestOnPaidAhead([{ amount: 1_000_000, on: "2026-11-15" }], "2027-02-16")).toBe(183)
  expect(interestOnPaidAhead([{ amount: 1_000_000, on: "2027-02-14" }], "2027-02-16")).toBe(0)
})

test("payments are added up before they are rounded", () => {
  const payment = { amount: 100, on: "2026-11-15" } as const
  expect(interestOnPaidAhead([payment], "2027-03-06")).toBe(0)
  expect(interestOnPaidAhead([payment, payment], "2027-03-06")).toBe(1)
})

test("what was paid before the first rate that is listed bears that one", () => {
  expect(interestOnPaidAhead([{ amount: 1_000_000, on: "2025-08-01" }], "2025-11-02")).toBe(183)
})

test("a half-year whose rate is not listed is named, and the rate that goes on meanwhile", () => {
  expect(halfYearWithoutRate("2026-01-01")).toBeNull()
  expect(halfYearWithoutRate("2026-06-30")).toBeNull()
  expect(halfYearWithoutRate("2025-12-31")).toBeNull()
  for (const { since } of legalRates) expect(halfYearWithoutRate(since)).toBeNull()
  expect(halfYearWithoutRate("2999-06-30")).toBe("premier semestre 2999")
  expect(halfYearWithoutRate("2999-07-01")).toBe("second semestre 2999")
  expect(lastLegalRate()).toMatch(/^\d+,\d{2}\u00a0%$/)
})
