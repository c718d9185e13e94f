import { expect, test } from "vitest"
import {
  interestBearingSums,
  firstLegalRate,
  nextHalfYear,
  halfYearLabel,
  halfYearsWithoutRate,
  advanceInterest,
  rateLabel,
  threeMonthsAfter,
} from "./legal-interest.ts"

const rates = [firstLegalRate]

test("three months later is the same day, or the last one of a shorter month", () => {
  expect(threeMonthsAfter("2026-08-15")).toBe("2026-11-15")
  expect(threeMonthsAfter("2026-11-30")).toBe("2027-02-28")
  expect(threeMonthsAfter("2027-11-30")).toBe("2028-02-29")
  expect(threeMonthsAfter("2026-10-01")).toBe("2027-01-01")
})

test("prepayments bear interest from the fourth month until the rental (L214-2)", () => {
  // 150 days after 15 February 2027, at 6.67 % a year.
  expect(advanceInterest(rates, [{ amount: 13_320, on: "2026-11-15" }], "2027-07-15")).toBe(365)
  expect(Math.round((13_320 * 0.0667 * 150) / 365)).toBe(365)
})

test("exactly three months bear no interest, and one more day bears one day's", () => {
  expect(advanceInterest(rates, [{ amount: 1_000_000, on: "2026-11-15" }], "2027-02-15")).toBe(0)
  expect(advanceInterest(rates, [{ amount: 1_000_000, on: "2026-11-15" }], "2027-02-16")).toBe(183)
  expect(advanceInterest(rates, [{ amount: 1_000_000, on: "2027-02-14" }], "2027-02-16")).toBe(0)
})

test("payments are added up before they are rounded", () => {
  const payment = { amount: 100, on: "2026-11-15" } as const
  expect(advanceInterest(rates, [payment], "2027-03-06")).toBe(0)
  expect(advanceInterest(rates, [payment, payment], "2027-03-06")).toBe(1)
})

test("a payment before the first listed rate bears that rate", () => {
  expect(advanceInterest(rates, [{ amount: 1_000_000, on: "2025-08-01" }], "2025-11-02")).toBe(183)
})

test("a refund bears interest until its day, the latest sums first, and overpayments bear none", () => {
  const [early, late] = [
    { amount: 600_000, on: "2026-11-15" },
    { amount: 400_000, on: "2026-12-01" },
  ] as const
  expect(interestBearingSums([early, late], [], 1_000_000)).toEqual([early, late])
  expect(interestBearingSums([early, late], [{ amount: 500_000, on: "2027-04-01" }], 1_000_000)).toEqual([
    { ...late, until: "2027-04-01" },
    { amount: 100_000, on: "2026-11-15", until: "2027-04-01" },
    { amount: 500_000, on: "2026-11-15" },
  ])
  expect(interestBearingSums([early, late], [{ amount: 400_000, on: "2026-12-01" }], 1_000_000)).toEqual([
    { ...late, until: "2026-12-01" },
    early,
  ])
  // A sum refunded after the rental bears interest until the refund.
  const after = (until: `${number}-${number}-${number}`) =>
    advanceInterest(rates, [{ amount: 1_000_000, on: "2026-11-15", until }], "2027-02-18")
  expect([after("2027-02-16"), after("2027-02-18"), after("2027-06-01")]).toEqual([183, 548, 548])
  // A later payment was not the one refunded.
  expect(interestBearingSums([early, late], [{ amount: 100_000, on: "2026-11-20" }], 1_000_000)).toEqual([
    { amount: 100_000, on: "2026-11-15", until: "2026-11-20" },
    { amount: 500_000, on: "2026-11-15" },
    late,
  ])
  expect(interestBearingSums([early, late], [], 700_000)).toEqual([early, { ...late, amount: 100_000 }])
  const until = { amount: 1_000_000, on: "2026-11-15", until: "2027-02-16" } as const
  expect(advanceInterest(rates, [until], "2027-07-15")).toBe(183)
  expect(advanceInterest(rates, [{ ...until, until: "2027-01-01" }], "2027-07-15")).toBe(0)
})

test("each half-year bears its own rate, and the last known one continues", () => {
  const listedRates = [firstLegalRate, { since: "2026-07-01", basisPoints: 500 }] as const
  // 91 days to the end of June at 6.67 %, then 92 at 5 %; October is in the second half-year.
  const half = (1_000_000 * 0.0667 * 91) / 365
  expect(advanceInterest(listedRates, [{ amount: 1_000_000, on: "2026-01-01" }], "2026-10-01")).toBe(
    Math.round(half + (1_000_000 * 0.05 * 92) / 365),
  )
  expect(advanceInterest(listedRates, [{ amount: 1_000_000, on: "2026-10-01" }], "2027-01-31")).toBe(
    Math.round((1_000_000 * 0.05 * 30) / 365),
  )
})

test("a rate that begins after the rental changes nothing", () => {
  const listedRates = [firstLegalRate, { since: "2026-07-01", basisPoints: 500 }] as const
  const paid = [{ amount: 1_000_000, on: "2026-01-01" }] as const
  for (const rental of ["2026-04-02", "2026-05-01", "2026-07-01"] as const)
    expect(advanceInterest(listedRates, paid, rental)).toBe(advanceInterest(rates, paid, rental))
})

test("every half-year without its own rate is named, even before later known ones", () => {
  expect(halfYearsWithoutRate(rates, "2026-06-30")).toEqual([])
  expect(halfYearsWithoutRate(rates, "2025-12-31")).toEqual([])
  expect(halfYearsWithoutRate(rates, "2026-07-01")).toEqual(["2026-07-01"])
  expect(halfYearsWithoutRate([...rates, { since: "2027-01-01", basisPoints: 400 }], "2027-07-01")).toEqual([
    "2026-07-01",
    "2027-07-01",
  ])
  expect([nextHalfYear("2027-06-30"), nextHalfYear("2027-07-01")]).toEqual(["2027-07-01", "2028-01-01"])
  expect([halfYearLabel("2999-01-01"), halfYearLabel("2999-07-01")]).toEqual([
    "premier semestre 2999",
    "second semestre 2999",
  ])
  expect([rateLabel(667), rateLabel(500)]).toEqual(["6,67\u00a0%", "5,00\u00a0%"])
})
