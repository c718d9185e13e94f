import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { addDays, weekday } from "./day.ts"
import { easterSunday, isPublicHoliday, isWorkingDay, publicHolidays, nextWorkingDay } from "./public-holidays.ts"

describe("Easter Sunday", () => {
  // The earliest and latest possible, recent years, and those that simpler formulas get wrong.
  test.each([
    [1943, "1943-04-25"],
    [1954, "1954-04-18"],
    [1981, "1981-04-19"],
    [2000, "2000-04-23"],
    [2008, "2008-03-23"],
    [2024, "2024-03-31"],
    [2025, "2025-04-20"],
    [2026, "2026-04-05"],
    [2027, "2027-03-28"],
    [2028, "2028-04-16"],
    [2038, "2038-04-25"],
    [2049, "2049-04-18"],
    [2076, "2076-04-19"],
    [2100, "2100-03-28"],
  ])("Easter of %i is %s", (year, day) => {
    expect(easterSunday(year)).toBe(day)
  })

  test("Easter is always a Sunday from 22 March to 25 April", () => {
    for (let year = 1900; year < 2200; year++) {
      const day = easterSunday(year)
      expect(weekday(day)).toBe(7)
      expect(day >= `${year}-03-22` && day <= `${year}-04-25`).toBe(true)
    }
  })
})

describe("French public holidays", () => {
  test("the holidays are eleven, including those that move with Easter", () => {
    expect(publicHolidays(2027)).toEqual([
      "2027-01-01",
      "2027-03-29",
      "2027-05-01",
      "2027-05-06",
      "2027-05-08",
      "2027-05-17",
      "2027-07-14",
      "2027-08-15",
      "2027-11-01",
      "2027-11-11",
      "2027-12-25",
    ])
  })

  test("the holidays exclude those of Alsace and Moselle, and Easter and Whit Sunday by name", () => {
    expect(isPublicHoliday("2027-03-26")).toBe(false)
    expect(isPublicHoliday("2027-12-26")).toBe(false)
    expect(isPublicHoliday("2027-05-17")).toBe(true)
  })
})

describe("a working day", () => {
  test("a working day is a weekday that is no holiday", () => {
    expect(isWorkingDay("2027-06-11")).toBe(true)
    expect(isWorkingDay("2027-06-12")).toBe(false)
    expect(isWorkingDay("2027-06-13")).toBe(false)
    expect(isWorkingDay("2027-07-14")).toBe(false)
  })

  test("a working day follows a long weekend, and the end of a year", () => {
    expect(nextWorkingDay("2027-06-11")).toBe("2027-06-11")
    expect(nextWorkingDay("2027-03-27")).toBe("2027-03-30")
    expect(nextWorkingDay("2026-12-25")).toBe("2026-12-28")
    expect(nextWorkingDay("2027-01-01")).toBe("2027-01-04")
    // 1 May 2008 was Ascension Day as well: two holidays in one.
    expect(nextWorkingDay("2008-05-01")).toBe("2008-05-02")
  })

  test("the next working day is at most four days away", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (offset) => {
        const day = addDays("1900-01-01", offset)
        const working = nextWorkingDay(day)
        expect(isWorkingDay(working)).toBe(true)
        expect(working >= day && working <= addDays(day, 4)).toBe(true)
      }),
    )
  })
})
