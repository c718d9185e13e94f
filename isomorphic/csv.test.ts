import { expect, test } from "vitest"
import { csvDay, csvOf } from "./csv.ts"

test("a table opens in a French spreadsheet: mark, semicolons, CRLF, quotes doubled", () => {
  expect(csvOf(["nom", "note"], [['Élodie; dite "Lo"', "a\nb"]])).toBe(
    '\uFEFFnom;note\r\n"Élodie; dite ""Lo""";"a\nb"\r\n',
  )
})

test("a day is written as a French spreadsheet reads one", () => {
  expect(csvDay("2027-06-12")).toBe("12/06/2027")
})

test("a sign inside a cell is no formula, and stays as it was typed", () => {
  for (const text of ["12 - 14 juin", "a=b", "0+1"]) expect(csvOf(["x"], [[text]])).toContain(`\r\n${text}\r\n`)
})

test("no cell is run as a formula", () => {
  for (const text of ["=1+1", "+33612", "-2", "@SUM(A1)", " =1"])
    expect(csvOf(["x"], [[text]])).toContain(`\r\n'${text}\r\n`)
})
