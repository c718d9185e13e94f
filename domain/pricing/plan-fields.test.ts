import { describe, expect, test } from "vitest"
import { planFieldProblems, readIncludes, readStartTimes, readSteps, startTimesText, stepsText } from "./plan-fields.ts"
import { eveningPlan, weekendPlan } from "./rate-plan.fixture.ts"
import { usualDayPlan } from "./rate-plan.ts"

describe("the fields of a plan", () => {
  test("steps are read as their text shows them", () => {
    expect(readSteps("100 %, 50%; 30")).toEqual([100, 50, 30])
    expect(readSteps(stepsText([100, 50, 0]))).toEqual([100, 50, 0])
  })

  test.each(["", "beaucoup", "100, -5", "100, 50,5 %, x", "0", "201", Array.from({ length: 32 }, () => "1").join()])(
    "the steps %j are refused",
    (text) => expect(readSteps(text)).toBeNull(),
  )

  test("start times are read in any usual spelling, once each and in order", () => {
    expect(readStartTimes("20h30, 18:00; 9 h\n18 h")).toEqual(["09:00", "18:00", "20:30"])
    expect(readStartTimes(startTimesText(["09:00", "20:30"]))).toEqual(["09:00", "20:30"])
  })

  test.each(["", "midi", "25:00", "18:60", "18:00, tard", "18"])("the start times %j are refused", (text) =>
    expect(readStartTimes(text)).toBeNull(),
  )

  test("a plan includes a thing for each line", () => {
    expect(readIncludes(" 400 tirages \r\n\n Un animateur")).toEqual(["400 tirages", "Un animateur"])
  })

  test("a maximum below its minimum is refused, and hours longer than a day", () => {
    expect(planFieldProblems({ ...usualDayPlan, minimumDays: 3, maximumDays: 2 })).toEqual([
      { field: "maximumDays", kind: "below-minimum" },
    ])
    expect(planFieldProblems({ ...eveningPlan, hours: 20, maximumExtraHours: 5 })).toEqual([
      { field: "maximumExtraHours", kind: "beyond-a-day" },
    ])
    for (const plan of [usualDayPlan, weekendPlan, eveningPlan]) expect(planFieldProblems(plan)).toEqual([])
  })
})
