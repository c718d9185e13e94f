import { expect, test } from "vitest"
import {
  bearingInterest,
  firstLegalRate,
  halfYearAfter,
  halfYearLabel,
  halfYearsWithoutRate,
  interestOnPaidAhead,
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

test("what is paid ahead bears interest from the fourth month until the rental (L214-2)", () => {
  // 150 days after 15 February 2027, at 6.67 % a year.
  expect(interestOnPaidAhead(rates, [{ amount: 13_320, on: "2026-11-15" }], "2027-07-15")).toBe(365)
  expect(Math.round((13_320 * 0.0667 * 150) / 365)).toBe(365)
})

test("three months to the day bear none, and one day more bears one day's", () => {
  expect(interestOnPaidAhead(rates, [{ amount: 1_000_000, on: "2026-11-15" }], "2027-02-15")).toBe(0)
  expect(interestOnPaidAhead(rates, [{ amount: 1_000_000, on: "2026-11-15" }], "2027-02-16")).toBe(183)
  expect(interestOnPaidAhead(rates, [{ amount: 1_000_000, on: "2027-02-14" }], "2027-02-16")).toBe(0)
})

test("payments are added up before they are rounded", () => {
  const payment = { amount: 100, on: "2026-11-15" } as const
  expect(interestOnPaidAhead(rates, [payment], "2027-03-06")).toBe(0)
  expect(interestOnPaidAhead(rates, [payment, payment], "2027-03-06")).toBe(1)
})

test("what was paid before the first rate that is listed bears that one", () => {
  expect(interestOnPaidAhead(rates, [{ amount: 1_000_000, on: "2025-08-01" }], "2025-11-02")).toBe(183)
})

test("what was given back bears interest until then, the latest sums first, and what is beside the price none", () => {
  const [early, late] = [
    { amount: 600_000, on: "2026-11-15" },
    { amount: 400_000, on: "2026-12-01" },
  ] as const
  expect(bearingInterest([early, late], [], 1_000_000)).toEqual([early, late])
  expect(bearingInterest([early, late], [{ amount: 500_000, on: "2027-04-01" }], 1_000_000)).toEqual([
    { ...late, until: "2027-04-01" },
    { amount: 100_000, on: "2026-11-15", until: "2027-04-01" },
    { amount: 500_000, on: "2026-11-15" },
  ])
  // On the day on which it goes back, it is still the latest sum.
  expect(bearingInterest([early, late], [{ amount: 400_000, on: "2026-12-01" }], 1_000_000)).toEqual([
    { ...late, until: "2026-12-01" },
    early,
  ])
  // What was given back after the rental bore its interest until then and no longer.
  const after = (until: `${number}-${number}-${number}`) =>
    interestOnPaidAhead(rates, [{ amount: 1_000_000, on: "2026-11-15", until }], "2027-02-18")
  expect([after("2027-02-16"), after("2027-02-18"), after("2027-06-01")]).toEqual([183, 548, 548])
  // A sum that came after it was not what went back.
  expect(bearingInterest([early, late], [{ amount: 100_000, on: "2026-11-20" }], 1_000_000)).toEqual([
    { amount: 100_000, on: "2026-11-15", until: "2026-11-20" },
    { amount: 500_000, on: "2026-11-15" },
    late,
  ])
  expect(bearingInterest([early, late], [], 700_000)).toEqual([early, { ...late, amount: 100_000 }])
  const until = { amount: 1_000_000, on: "2026-11-15", until: "2027-02-16" } as const
  expect(interestOnPaidAhead(rates, [until], "2027-07-15")).toBe(183)
  expect(interestOnPaidAhead(rates, [{ ...until, until: "2027-01-01" }], "2027-07-15")).toBe(0)
})

test("each half-year bears its own rate, and the last one that is known goes on", () => {
  const known = [firstLegalRate, { since: "2026-07-01", basisPoints: 500 }] as const
  // 91 days to the end of June at 6.67 %, then 92 at 5 %; October at the same, its half-year being the second.
  const half = (1_000_000 * 0.0667 * 91) / 365
  expect(interestOnPaidAhead(known, [{ amount: 1_000_000, on: "2026-01-01" }], "2026-10-01")).toBe(
    Math.round(half + (1_000_000 * 0.05 * 92) / 365),
  )
  expect(interestOnPaidAhead(known, [{ amount: 1_000_000, on: "2026-10-01" }], "2027-01-31")).toBe(
    Math.round((1_000_000 * 0.05 * 30) / 365),
  )
})

test("a rate that begins after the rental changes nothing", () => {
  const known = [firstLegalRate, { since: "2026-07-01", basisPoints: 500 }] as const
  const paid = [{ amount: 1_000_000, on: "2026-01-01" }] as const
  for (const rental of ["2026-04-02", "2026-05-01", "2026-07-01"] as const)
    expect(interestOnPaidAhead(known, paid, rental)).toBe(interestOnPaidAhead(rates, paid, rental))
})

test("every half-year whose own rate is not known is named, whatever is known of later ones", () => {
  expect(halfYearsWithoutRate(rates, "2026-06-30")).toEqual([])
  expect(halfYearsWithoutRate(rates, "2025-12-31")).toEqual([])
  expect(halfYearsWithoutRate(rates, "2026-07-01")).toEqual(["2026-07-01"])
  expect(halfYearsWithoutRate([...rates, { since: "2027-01-01", basisPoints: 400 }], "2027-07-01")).toEqual([
    "2026-07-01",
    "2027-07-01",
  ])
  expect([halfYearAfter("2027-06-30"), halfYearAfter("2027-07-01")]).toEqual(["2027-07-01", "2028-01-01"])
  expect([halfYearLabel("2999-01-01"), halfYearLabel("2999-07-01")]).toEqual([
    "premier semestre 2999",
    "second semestre 2999",
  ])
  expect([rateLabel(667), rateLabel(500)]).toEqual(["6,67\u00a0%", "5,00\u00a0%"])
})
