import { expect, test } from "vitest"
import { dayRuns } from "./day-runs.ts"

test("consecutive days form one run, across the end of a month and in any order", () => {
  expect(dayRuns(["2027-02-01", "2027-01-31", "2027-02-03"])).toEqual([
    { first: "2027-01-31", last: "2027-02-01" },
    { first: "2027-02-03", last: "2027-02-03" },
  ])
})

test("a duplicate day counts once", () => {
  expect(dayRuns(["2027-01-31", "2027-01-31"])).toEqual([{ first: "2027-01-31", last: "2027-01-31" }])
  expect(dayRuns([])).toEqual([])
})
