import { describe, expect, test } from "vitest"
import { isDay } from "./day.ts"
import { parsePeriod } from "./parse-period.ts"

const today = "2027-05-20"
const day = (text: string) => {
  const period = parsePeriod(text, today)
  return period && (period.from === period.until ? period.from : `${period.from} ${period.until}`)
}

describe("a typed date", () => {
  test.each([
    ["12 juin", "2027-06-12"],
    ["samedi 12 juin 2027", "2027-06-12"],
    ["le 1er juillet", "2027-07-01"],
    ["1er juil. 28", "2028-07-01"],
    ["12/06", "2027-06-12"],
    ["12/06/2026", "2026-06-12"],
    ["12.6.27", "2027-06-12"],
    ["2027-06-12", "2027-06-12"],
    ["20 mai", "2027-05-20"],
    ["19 mai", "2028-05-19"],
    ["3 FÉVRIER", "2028-02-03"],
    ["29 février", "2028-02-29"],
    ["aujourd’hui", "2027-05-20"],
    ["demain", "2027-05-21"],
    ["Après-demain", "2027-05-22"],
    ["hier", "2027-05-19"],
    ["aujourd'hui", "2027-05-20"],
    ["  samedi,   12  juin ", "2027-06-12"],
    ["1/1", "2028-01-01"],
    ["1er janvier", "2028-01-01"],
    ["1/12", "2027-12-01"],
  ])("the text %s is that day", (text, expected) => {
    expect(day(text)).toBe(expected)
    expect(isDay(expected)).toBe(true)
  })

  test.each([
    ["juin", "2027-06-01 2027-06-30"],
    ["mai", "2027-05-01 2027-05-31"],
    ["avril", "2028-04-01 2028-04-30"],
    ["en février 2027", "2027-02-01 2027-02-28"],
    ["06/2027", "2027-06-01 2027-06-30"],
    ["déc. 2027", "2027-12-01 2027-12-31"],
  ])("the text %s is that month", (text, expected) => {
    expect(day(text)).toBe(expected)
  })

  test.each([
    "",
    "12",
    "1024",
    "dujardin",
    "12 dujardin",
    "31 juin",
    "12/13",
    "0/6",
    "jui",
    "ma",
    "32/01/2027",
    "06 12 34 56 78",
    "106/12/2027",
    "x 12 juin",
    "exemple 12 juin",
    "juin 20271",
    "12 juin 2027 midi",
    "06/20271",
    "106/2027",
    "13/2027",
    "0/2027",
    "12/2027x",
    "1/0",
  ])("the text “%s” is no date", (text) => {
    expect(day(text)).toBeNull()
  })
})

test("every month is recognised by its name or any unambiguous part of it", () => {
  const short = ["janv", "fev", "mars", "avr", "mai", "juin", "juil", "aout", "sept", "oct", "nov", "dec"]
  const full = [
    "janvier",
    "février",
    "mars",
    "avril",
    "mai",
    "juin",
    "juillet",
    "août",
    "septembre",
    "octobre",
    "novembre",
    "décembre",
  ]
  const expected = short.map((_, index) => `2028-${String(index + 1).padStart(2, "0")}-03`)
  expect(short.map((name) => day(`3 ${name} 2028`))).toEqual(expected)
  expect(full.map((name) => day(`3 ${name} 2028`))).toEqual(expected)
  expect(["un 3 mai", "3 maidu", "ledu"].map(day)).toEqual([null, null, null])
})
