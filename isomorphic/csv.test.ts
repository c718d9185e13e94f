import { expect, test } from "vitest"
import { csvDay, toCsv } from "./csv.ts"

test("a table opens in a French spreadsheet: BOM, semicolons, CRLF, quotes doubled", () => {
  expect(toCsv(["nom", "note"], [['Élodie; dite "Lo"', "a\nb"]])).toBe(
    '\uFEFFnom;note\r\n"Élodie; dite ""Lo""";"a\nb"\r\n',
  )
})

test("a day is written as a French spreadsheet reads one", () => {
  expect(csvDay("2027-06-12")).toBe("12/06/2027")
})

test("a sign inside a cell is no formula, and stays as it was typed", () => {
  for (const text of ["12 - 14 juin", "a=b", "0+1"]) expect(toCsv(["x"], [[text]])).toContain(`\r\n${text}\r\n`)
})

test("no cell is run as a formula", () => {
  for (const text of [
    "=1+1",
    "+33612",
    "-2",
    "@SUM(A1)",
    " =1",
    "＝1+1",
    "＋1",
    "－2",
    "＠SUM(A1)",
    "﹦1",
    "\u200b=1",
    "−2",
  ])
    expect(toCsv(["x"], [[text]])).toContain(`\r\n'${text}\r\n`)
})

test("our own numbers and amounts are summable in a spreadsheet, negative ones too", () => {
  expect(toCsv(["x"], [[-2, { cents: -8333 }, { cents: -0 }, { cents: 123_450 }, 5.5]])).toBe(
    "\uFEFFx\r\n-2;-83,33;0,00;1234,50;5,5\r\n",
  )
})

test("typed text is escaped even where it looks like an amount", () => {
  expect(toCsv(["x"], [["-83,33", { cents: -8333 }]])).toContain("\r\n'-83,33;-83,33\r\n")
})
