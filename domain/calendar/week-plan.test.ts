import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type Day, addDays } from "../day.ts"
import { stretches, weekPlan } from "./week-plan.ts"

const booking = (name: string, dates: Day[], preparation: Day[] = []) => ({ name, dates, preparation })
const names = (bookings: { name: string }[]) => bookings.map(({ name }) => name)

describe("what the next days ask of the owner", () => {
  test("is a departure on the first day and a return on the last, with preparation around them", () => {
    const wedding = booking("mariage", ["2027-06-11", "2027-06-12"], ["2027-06-10", "2027-06-13"])
    const plan = weekPlan([wedding], "2027-06-10", "2027-06-14")
    expect(
      plan.map((day) => [
        names(day.departures).length,
        names(day.returns).length,
        day.out.length,
        day.preparing.length,
      ]),
    ).toEqual([
      [0, 0, 0, 1],
      [1, 0, 1, 0],
      [0, 1, 1, 0],
      [0, 0, 0, 1],
      [0, 0, 0, 0],
    ])
  })

  test("leaves and comes back on the same day for one day, and twice for two Saturdays", () => {
    const saturdays = booking("deux samedis", ["2027-06-19", "2027-06-12"])
    const plan = weekPlan([saturdays], "2027-06-12", "2027-06-19")
    expect(plan.filter(({ departures }) => departures.length > 0).map(({ day }) => day)).toEqual([
      "2027-06-12",
      "2027-06-19",
    ])
    expect(plan.filter(({ returns }) => returns.length > 0).map(({ day }) => day)).toEqual(["2027-06-12", "2027-06-19"])
    expect(plan.filter(({ out }) => out.length > 0)).toHaveLength(2)
  })

  test("cuts days into runs that hold each day once", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 20 }), (offsets) => {
        const days = offsets.map((offset) => addDays("2027-05-20", offset))
        const runs = stretches(days)
        const held = runs.flatMap(({ from, to }) => [...new Set(days)].filter((day) => day >= from && day <= to))
        expect(held.toSorted()).toEqual([...new Set(days)].toSorted())
        for (const [index, run] of runs.entries()) {
          const before = runs[index - 1]
          expect(!before || run.from > addDays(before.to, 1)).toBe(true)
        }
      }),
    )
  })
})
