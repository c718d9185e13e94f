import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type Day, addDays, eachDay, weekday } from "../day.ts"
import { type Period, MAX_PERIOD_DAYS, pastDays, periodDays, readPeriod } from "./period.ts"

const today = "2027-06-10"
const anyDay = fc.integer({ min: -800, max: 800 }).map((offset) => addDays(today, offset))
const anyWeekdays = fc.uniqueArray(fc.integer({ min: 1, max: 7 }))

function daysRead(from: Day, to: Day, weekdays: number[] = []): Day[] {
  const read = readPeriod({ from, to, weekdays }, today)
  if (!read.ok) throw new Error(read.error.kind)
  return periodDays(read.value, today)
}

describe("a period", () => {
  test("a period is every day from the first to the last, both included", () => {
    expect(daysRead("2027-06-28", "2027-07-01")).toEqual(["2027-06-28", "2027-06-29", "2027-06-30", "2027-07-01"])
    expect(daysRead(today, today)).toEqual([today])
  })

  test("a period can be every Monday between two days, across clock changes and 29 February", () => {
    expect(daysRead("2027-10-25", "2027-11-08", [1])).toEqual(["2027-10-25", "2027-11-01", "2027-11-08"])
    expect(daysRead("2028-02-28", "2028-03-01", [2])).toEqual(["2028-02-29"])
  })

  test("a period leaves past days as they are, and counts them", () => {
    const period: Period = { from: "2027-06-08", to: "2027-06-11", weekdays: [] }
    expect(periodDays(period, today)).toEqual([today, "2027-06-11"])
    expect(pastDays(period, today)).toBe(2)
  })

  test.each([
    ["without a first day", { from: "", to: today }, { field: "from", kind: "missing" }],
    ["without a last day", { from: today, to: "" }, { field: "to", kind: "missing" }],
    ["from a day that does not exist", { from: "2027-02-29", to: today }, { field: "from", kind: "not-a-day" }],
    ["to something that is no day", { from: today, to: "demain" }, { field: "to", kind: "not-a-day" }],
    ["that ends before it begins", { from: "2027-06-12", to: "2027-06-11" }, { field: "to", kind: "before-start" }],
    ["that is over", { from: "2027-06-01", to: "2027-06-09" }, { field: "to", kind: "over" }],
    ["longer than two years", { from: today, to: addDays(today, MAX_PERIOD_DAYS) }, { field: "to", kind: "too-long" }],
  ])("the period %s is refused beside its field", (_, text, problem) => {
    expect(readPeriod({ ...text, weekdays: [] }, today)).toEqual({ ok: false, error: problem })
  })

  test("a period may end today, and last exactly two years", () => {
    expect(readPeriod({ from: "2027-06-01", to: today, weekdays: [] }, today).ok).toBe(true)
    expect(readPeriod({ from: today, to: addDays(today, MAX_PERIOD_DAYS - 1), weekdays: [] }, today).ok).toBe(true)
  })

  test("a period lists its weekdays once and in order, and all seven mean none", () => {
    const readWeekdays = (weekdays: number[]) => {
      const read = readPeriod({ from: today, to: addDays(today, 30), weekdays }, today)
      return read.ok && read.value.weekdays
    }
    expect(readWeekdays([7, 3, 3, 0, 8, 1.5, -1, Number.NaN, 1])).toEqual([1, 3, 7])
    expect(readWeekdays([7, 6, 5, 4, 3, 2, 1])).toEqual([])
    expect(readWeekdays([])).toEqual([])
  })

  test("a period that is over, or yet to come, counts its days accordingly", () => {
    expect(pastDays({ from: "2027-06-01", to: "2027-06-05", weekdays: [] }, today)).toBe(5)
    expect(pastDays({ from: "2027-06-01", to: today, weekdays: [] }, today)).toBe(9)
    expect(pastDays({ from: today, to: "2027-06-20", weekdays: [] }, today)).toBe(0)
  })

  test("a period without any of the chosen weekdays is refused", () => {
    expect(readPeriod({ from: "2027-06-14", to: "2027-06-15", weekdays: [7] }, today)).toEqual({
      ok: false,
      error: { field: "weekdays", kind: "none-inside" },
    })
  })

  test("a period holds exactly the chosen days, for any choice", () => {
    fc.assert(
      fc.property(anyDay, anyDay, anyWeekdays, (from, to, weekdays) => {
        const read = readPeriod({ from, to, weekdays }, today)
        if (!read.ok) return
        const days = periodDays(read.value, today)
        const expected = eachDay(from, to).filter(
          (day) => day >= today && (weekdays.length === 0 || weekdays.includes(weekday(day))),
        )
        expect(days).toEqual(expected)
        expect(days.length + pastDays(read.value, today)).toBe(
          eachDay(from, to).filter((day) => weekdays.length === 0 || weekdays.includes(weekday(day))).length,
        )
      }),
    )
  })
})
