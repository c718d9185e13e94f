import { describe, expect, test } from "vitest"
import {
  daysLimitLabel,
  extraHoursLabel,
  planDaysLabel,
  planSummary,
  startLabel,
  stepExamples,
  weekdaysLabel,
} from "./plan-details.ts"
import { eveningPlan, weekendPlan } from "./rate-plan.fixture.ts"
import { usualDayPlan } from "./rate-plan.ts"

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ")
const graded = { ...usualDayPlan, steps: [100, 50, 30] }

describe("the terms of a plan in words", () => {
  test("steps are shown by what each length costs", () => {
    expect(plain(stepExamples(graded, 25_000))).toBe("1 jour 250 €, 2 jours 375 €, 3 jours 450 €")
    expect(plain(stepExamples({ ...graded, minimumDays: 2 }, 25_000))).toBe("2 jours 375 €, 3 jours 450 €")
    expect(plain(stepExamples({ ...graded, maximumDays: 2 }, 25_000))).toBe("1 jour 250 €, 2 jours 375 €")
    expect(plain(stepExamples({ ...graded, minimumDays: 5 }, 25_000))).toBe("5 jours 600 €")
    expect(stepExamples(usualDayPlan, 25_000)).toBe("")
  })

  test("the most days are said where there is a limit", () => {
    const limits = [
      [1, null],
      [2, null],
      [1, 5],
      [2, 5],
      [7, 7],
    ] as const
    expect(
      limits.map(([minimumDays, maximumDays]) => daysLimitLabel({ ...usualDayPlan, minimumDays, maximumDays })),
    ).toEqual(["", "", "5 jours au plus", "2 à 5 jours", "7 jours"])
  })

  test("days begin and end at the shop's hour, and whole calendar days have none", () => {
    expect(plain(planDaysLabel(usualDayPlan, 12))).toBe("de 12 h à 12 h le lendemain")
    expect(plain(planDaysLabel(weekendPlan, 12))).toBe("du vendredi 12 h au lundi 12 h")
    expect(planDaysLabel(weekendPlan, 0)).toBe("du vendredi au dimanche")
    expect(planDaysLabel({ ...weekendPlan, days: 1 }, 0)).toBe("le vendredi")
    expect(planDaysLabel({ ...weekendPlan, weekdays: [5, 6] }, 12)).toBe("")
    expect(planDaysLabel(usualDayPlan, 0)).toBe("")
  })

  test("weekdays are named unless there are all", () => {
    expect(weekdaysLabel({ weekdays: [5, 6] })).toBe("vendredi ou samedi")
    expect(weekdaysLabel(usualDayPlan)).toBe("")
  })

  test("a start says when the rental ends, and when we come and leave", () => {
    expect(plain(startLabel(eveningPlan, "20:00"))).toBe("20 h à 0 h, en place dès 19 h, repris à 1 h")
    expect(plain(startLabel({ ...eveningPlan, setUpMinutes: 0, takeDownMinutes: 0 }, "19:30"))).toBe(
      "19 h 30 à 23 h 30",
    )
    expect(plain(extraHoursLabel(eveningPlan))).toBe("90 € par heure en plus, 3 heures au plus")
    expect(extraHoursLabel({ ...eveningPlan, maximumExtraHours: 0 })).toBe("")
  })

  test("the owner reads each plan in one line", () => {
    expect(
      [
        usualDayPlan,
        { ...graded, minimumNotice: 10 },
        weekendPlan,
        eveningPlan,
        { ...eveningPlan, weekdays: [5, 6], maximumExtraHours: 0 },
      ].map((plan) => plain(planSummary(plan, 25_000))),
    ).toEqual([
      "250 €/jour",
      "250 €/jour, tarif dégressif, 1 jour 250 €, 2 jours 375 €, 3 jours 450 €, 10 jours avant",
      "390 € les 3 jours, à partir du vendredi",
      "590 € les 4 heures, départs 19 h, 20 h, +90 €/h",
      "590 € les 4 heures, départs 19 h, 20 h, le vendredi ou samedi",
    ])
  })
})
