import fc from "fast-check"
import { describe, expect, expectTypeOf, test } from "vitest"
import {
  type Day,
  type Month,
  addDays,
  addMonths,
  dayInParis,
  daysBetween,
  eachDay,
  earlier,
  isDay,
  isMonth,
  later,
  monthGrid,
  monthOf,
  sortedDays,
  weekday,
} from "./day.ts"

const anyDay = fc.integer({ min: 0, max: 36_524 }).map((offset) => addDays("2000-01-01", offset))
const anyMonth = anyDay.map(monthOf)
const aFewDays = fc.integer({ min: -4_000, max: 4_000 })

/** Paris changes its clocks on the last Sundays of March and October. */
const clockChanges = [
  "2026-03-29",
  "2026-10-25",
  "2027-03-28",
  "2027-10-31",
  "2028-03-26",
  "2028-10-29",
  "2029-03-25",
  "2029-10-28",
  "2030-03-31",
  "2030-10-27",
] as const

describe("today", () => {
  test("today changes at midnight in Paris, in winter (one hour before UTC)", () => {
    expect(dayInParis(new Date("2027-01-14T22:59:59.999Z"))).toBe("2027-01-14")
    expect(dayInParis(new Date("2027-01-14T23:00:00.000Z"))).toBe("2027-01-15")
  })

  test("today changes at midnight in Paris, in summer (two hours before UTC) @K-today", () => {
    expect(dayInParis(new Date("2027-07-14T21:59:59.999Z"))).toBe("2027-07-14")
    expect(dayInParis(new Date("2027-07-14T22:00:00.000Z"))).toBe("2027-07-15")
  })

  test("today is the new year in Paris while it is still December in UTC", () => {
    expect(dayInParis(new Date("2026-12-31T23:30:00Z"))).toBe("2027-01-01")
  })

  test.each(clockChanges)("today lasts 23 or 25 hours on %s, and the neighbouring days 24", (sunday) => {
    const countHours = (day: Day) => {
      const noon = Date.parse(`${day}T12:00:00Z`)
      const hours = Array.from({ length: 72 }, (_, index) => new Date(noon + (index - 36) * 3_600_000))
      return hours.filter((hour) => dayInParis(hour) === day).length
    }
    expect(countHours(addDays(sunday, -1))).toBe(24)
    expect(countHours(sunday)).toBe(sunday.slice(5, 7) === "03" ? 23 : 25)
    expect(countHours(addDays(sunday, 1))).toBe(24)
  })

  test("today never goes back as time passes, and is always an existing day", () => {
    const instant = fc.integer({ min: Date.parse("2020-01-01"), max: Date.parse("2040-01-01") })
    fc.assert(
      fc.property(instant, fc.nat(100 * 3_600_000), (start, later) => {
        const [before, after] = [dayInParis(new Date(start)), dayInParis(new Date(start + later))]
        expect(isDay(before)).toBe(true)
        expect(before <= after).toBe(true)
      }),
    )
  })
})

describe("a rental day", () => {
  test("a day exists in the calendar: 29 February only in leap years", () => {
    expect(isDay("2028-02-29")).toBe(true)
    expect(isDay("2027-02-29")).toBe(false)
    expect(isDay("2000-02-29")).toBe(true)
    expect(isDay("2100-02-29")).toBe(false)
    expect(isDay("2027-04-31")).toBe(false)
  })

  test("a plain string is no day: only a check makes it one", () => {
    const typed = "2027-06-12" as string
    expectTypeOf(typed).not.toExtend<Day>()
    expectTypeOf<"12 juin">().not.toExtend<Day>()
    expectTypeOf<Month>().not.toExtend<Day>()
    expectTypeOf<Day>().not.toExtend<Month>()
    expect(isDay(typed)).toBe(true)
    if (isDay(typed)) expectTypeOf(typed).toExtend<Day>()
  })

  test("a day is written yyyy-MM-dd and nothing else @K-date-format", () => {
    for (const text of [
      "",
      "2027-6-12",
      "12/06/2027",
      "2027-06-12T00:00:00Z",
      "2027-06-12\n",
      "2027-00-10",
      "2027-13-01",
      "2027-06-00",
      "1899-12-31",
      "2200-01-01",
      "²027-06-12",
      "le 2027-06-12",
    ]) {
      expect(isDay(text), text).toBe(false)
    }
    expect(["1900-01-01", "2199-12-31"].every(isDay)).toBe(true)
    expect(isMonth("2027-06")).toBe(true)
    expect(["2027-13", "2027-6", "2027-06-01", " 2027-06", "", "1800-01"].filter(isMonth)).toEqual([])
  })

  test("28 February is followed by 29 February in 2028 and by 1 March in 2027", () => {
    expect(addDays("2028-02-28", 1)).toBe("2028-02-29")
    expect(addDays("2028-02-29", 1)).toBe("2028-03-01")
    expect(addDays("2027-02-28", 1)).toBe("2027-03-01")
    expect(daysBetween("2028-02-01", "2028-03-01")).toBe(29)
  })

  test.each(clockChanges)("a day counts once on the weekend of %s, when clocks change", (sunday) => {
    const [saturday, monday] = [addDays(sunday, -1), addDays(sunday, 1)]
    expect(weekday(sunday)).toBe(7)
    expect(eachDay(saturday, monday)).toEqual([saturday, sunday, monday])
    expect(daysBetween(saturday, monday)).toBe(2)
    expect(monthGrid(monthOf(sunday)).filter((day) => day === sunday)).toHaveLength(1)
  })

  test("adding and subtracting as many days returns to the same day", () => {
    fc.assert(
      fc.property(anyDay, aFewDays, (day, count) => {
        const other = addDays(day, count)
        expect(isDay(other)).toBe(true)
        expect(addDays(other, -count)).toBe(day)
        expect(daysBetween(day, other)).toBe(count)
        expect(day < other).toBe(count > 0)
      }),
    )
  })

  test("the weekday follows that of the day before, from Monday 1 to Sunday 7", () => {
    expect([weekday("2027-06-07"), weekday("2027-06-12"), weekday("2027-06-13"), weekday("1969-12-31")]).toEqual([
      1, 6, 7, 3,
    ])
    fc.assert(
      fc.property(anyDay, (day) => {
        expect(weekday(addDays(day, 1))).toBe((weekday(day) % 7) + 1)
      }),
    )
  })
})

describe("a month", () => {
  test("a month follows another over the turn of the year", () => {
    expect(addMonths("2026-12", 1)).toBe("2027-01")
    expect(addMonths("2027-01", -1)).toBe("2026-12")
    expect(addMonths("2027-06", 0)).toBe("2027-06")
    fc.assert(
      fc.property(anyMonth, aFewDays, (month, count) => {
        expect(addMonths(addMonths(month, count), -count)).toBe(month)
      }),
    )
  })

  test("a month appears as 42 consecutive days from a Monday @R-wizard-grid @K-calendar", () => {
    fc.assert(
      fc.property(anyMonth, (month) => {
        const grid = monthGrid(month)
        expect(grid).toHaveLength(42)
        expect(weekday(grid[0] as Day)).toBe(1)
        expect(grid.every((day, index) => day === addDays(grid[0] as Day, index))).toBe(true)
        const whole = eachDay(`${month}-01`, addDays(`${addMonths(month, 1)}-01`, -1))
        expect(grid.filter((day) => monthOf(day) === month)).toEqual(whole)
        expect(grid.indexOf(`${month}-01`)).toBeLessThan(7)
      }),
    )
  })

  test("a month that starts on a Monday starts in the first cell", () => {
    expect(monthGrid("2027-02")[0]).toBe("2027-02-01")
    expect(monthGrid("2027-06").slice(0, 2)).toEqual(["2027-05-31", "2027-06-01"])
  })
})

describe("a list of days", () => {
  test("the list is sorted without duplicates", () => {
    expect(sortedDays(["2027-06-13", "2027-06-12", "2027-06-13"])).toEqual(["2027-06-12", "2027-06-13"])
  })

  test("the earlier and the later of two days are found", () => {
    expect([earlier("2027-06-12", "2027-06-13"), earlier("2027-06-13", "2027-06-12")]).toEqual([
      "2027-06-12",
      "2027-06-12",
    ])
    expect([later("2027-06-12", "2027-06-13"), later("2027-06-13", "2027-06-12")]).toEqual(["2027-06-13", "2027-06-13"])
  })

  test("the list is empty when it would end before it starts", () => {
    expect(eachDay("2027-06-13", "2027-06-12")).toEqual([])
    expect(eachDay("2027-06-12", "2027-06-12")).toEqual(["2027-06-12"])
  })
})
