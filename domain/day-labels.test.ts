import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  clockTime,
  dayBrief,
  dayLong,
  dayMedium,
  dayShort,
  dayWithWeekday,
  dayRelativeTo,
  daysBrief,
  daysLong,
  daysWithArticle,
  instantLong,
  monthLong,
} from "./day-labels.ts"
import { type Day, addDays } from "./day.ts"

const anyDay = fc.integer({ min: 0, max: 36_524 }).map((offset) => addDays("2000-01-01", offset))

describe("a day in words", () => {
  test("a day is written as on a French invitation @R-home-review-date @K-calendar", () => {
    expect(dayLong("2027-06-12")).toBe("samedi 12 juin 2027")
    expect(dayMedium("2027-06-12")).toBe("12 juin 2027")
    expect(dayShort("2027-06-12")).toBe("12 juin")
    expect(dayWithWeekday("2027-06-12")).toBe("samedi 12 juin")
    expect(monthLong("2027-08")).toBe("août 2027")
  })

  test("a day has its year when it is at least a year away, before or after", () => {
    const today = "2026-11-26"
    expect(dayRelativeTo(today, today)).toBe("jeudi 26 novembre")
    expect(dayRelativeTo(today, "2027-11-25")).toBe("jeudi 25 novembre")
    expect(dayRelativeTo(today, "2025-11-27")).toBe("jeudi 27 novembre")
    expect(dayRelativeTo(today, "2027-11-26")).toBe("vendredi 26 novembre 2027")
    expect(dayRelativeTo(today, "2025-11-26")).toBe("mercredi 26 novembre 2025")
  })

  test("a day reads 1er on the first of the month, and only then", () => {
    expect(dayLong("2027-06-01")).toBe("mardi 1er juin 2027")
    expect(dayMedium("2027-01-01")).toBe("1er janvier 2027")
    expect(dayShort("2027-08-01")).toBe("1er août")
    expect(dayWithWeekday("2027-05-01")).toBe("samedi 1er mai")
    fc.assert(
      fc.property(anyDay, (day) => {
        expect(dayLong(day).includes("1er")).toBe(day.endsWith("-01"))
      }),
    )
    expect(dayLong("2027-06-21")).toBe("lundi 21 juin 2027")
  })

  test("a day may be 29 February or a Sunday of a clock change", () => {
    expect(dayLong("2028-02-29")).toBe("mardi 29 février 2028")
    expect(dayLong("2027-03-28")).toBe("dimanche 28 mars 2027")
    expect(dayLong("2027-10-31")).toBe("dimanche 31 octobre 2027")
  })

  test("a time is in Paris time", () => {
    expect(instantLong(new Date("2027-06-12T16:30:00Z"))).toBe("samedi 12 juin 2027 à 18\u00a0h\u00a030")
    expect(instantLong(new Date("2026-12-31T23:05:00Z"))).toBe("vendredi 1er janvier 2027 à 0\u00a0h\u00a005")
    expect([clockTime(new Date("2027-06-12T16:30:00Z")), clockTime(new Date("2027-01-12T07:05:00Z"))]).toEqual([
      "18\u00a0h\u00a030",
      "8\u00a0h\u00a005",
    ])
  })
})

describe("a day in a table", () => {
  const spaced = (text: string) => text.replaceAll("\u00a0", "_")

  test("a day in a cell is abbreviated and does not wrap", () => {
    expect(spaced(dayBrief("2027-06-12"))).toBe("12_juin_2027")
    expect(spaced(dayBrief("2027-01-01"))).toBe("1er_janv._2027")
  })

  test.each<[Day[], string]>([
    [[], ""],
    [["2027-06-12"], "sam._12_juin_2027"],
    [["2027-02-12", "2027-02-13"], "du_12_au_13_févr._2027"],
    [["2027-12-31", "2028-01-01"], "du_31_déc._2027_au_1er_janv._2028"],
    [["2027-09-03", "2027-09-07", "2027-10-01"], "3, 7_sept. et 1er_oct._2027"],
  ])("the days of a booking are abbreviated: %j", (days, words) => {
    expect(spaced(daysBrief(days))).toBe(words)
  })
})

describe("the days of a booking in words", () => {
  test.each<[Day[], string]>([
    [["2027-06-12"], "samedi 12 juin 2027"],
    [["2027-06-01"], "mardi 1er juin 2027"],
    [["2027-06-11", "2027-06-12"], "du 11 au 12 juin 2027"],
    [["2027-06-01", "2027-06-02", "2027-06-03"], "du 1er au 3 juin 2027"],
    [["2027-06-30", "2027-07-01"], "du 30 juin au 1er juillet 2027"],
    [["2026-12-31", "2027-01-01"], "du 31 décembre 2026 au 1er janvier 2027"],
    [["2028-02-28", "2028-02-29", "2028-03-01"], "du 28 février au 1er mars 2028"],
    [["2027-03-27", "2027-03-28", "2027-03-29"], "du 27 au 29 mars 2027"],
    [["2027-06-05", "2027-06-12"], "5 et 12 juin 2027"],
    [["2027-06-05", "2027-06-12", "2027-06-19"], "5, 12 et 19 juin 2027"],
    [["2027-06-01", "2027-06-12"], "1er et 12 juin 2027"],
    [["2027-06-05", "2027-06-06", "2027-06-12"], "5, 6 et 12 juin 2027"],
    [["2027-06-26", "2027-07-03"], "26 juin et 3 juillet 2027"],
    [["2027-06-05", "2027-06-12", "2027-08-01"], "5, 12 juin et 1er août 2027"],
    [["2026-12-26", "2027-01-02"], "26 décembre 2026 et 2 janvier 2027"],
    [["2026-12-24", "2026-12-31", "2027-01-07"], "24, 31 décembre 2026 et 7 janvier 2027"],
    [["2026-06-12", "2027-06-12"], "12 juin 2026 et 12 juin 2027"],
    [[], ""],
  ])("the days %j read “%s”", (days, words) => {
    expect(daysLong(days)).toBe(words)
  })

  test.each<[Day[], string]>([
    [["2027-06-12"], "du samedi 12 juin 2027"],
    [["2027-06-12", "2027-06-12"], "du samedi 12 juin 2027"],
    [["2027-06-01"], "du mardi 1er juin 2027"],
    [["2027-06-11", "2027-06-12"], "du 11 au 12 juin 2027"],
    [["2027-06-05", "2027-06-12"], "des 5 et 12 juin 2027"],
    [[], ""],
  ])("the days %j read “%s” after “au lieu”", (days, words) => {
    expect(daysWithArticle(days)).toBe(words)
  })

  test("the days read the same in any order and with duplicates", () => {
    fc.assert(
      fc.property(fc.array(anyDay, { minLength: 1, maxLength: 6 }), (days) => {
        expect(daysLong([...days, ...days].reverse())).toBe(daysLong(days))
      }),
    )
  })
})
