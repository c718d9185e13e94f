import { expect, test } from "vitest"
import { resolveDays } from "./relative-days.ts"

test("a weekend is relative to the week of the day of seeding, Monday first", () => {
  const nextWeekend = { weekOffset: 1, weekdays: [6, 7] } as const
  expect(resolveDays(nextWeekend, "2027-06-07")).toEqual(["2027-06-19", "2027-06-20"])
  expect(resolveDays(nextWeekend, "2027-06-13")).toEqual(["2027-06-19", "2027-06-20"])
  expect(resolveDays(nextWeekend, "2027-06-14")).toEqual(["2027-06-26", "2027-06-27"])
})

test("days relative to the seeding cross months, years and clock changes", () => {
  expect(resolveDays({ dayOffset: -1, length: 3 }, "2028-01-01")).toEqual(["2027-12-31", "2028-01-01", "2028-01-02"])
  expect(resolveDays({ dayOffset: 0, length: 2 }, "2027-10-30")).toEqual(["2027-10-30", "2027-10-31"])
})
