import { expect, test } from "vitest"
import { csvOf } from "./csv.ts"

test("a table opens in a French spreadsheet: mark, semicolons, CRLF, quotes doubled", () => {
  expect(csvOf(["nom", "note"], [['Élodie; dite "Lo"', "a\nb"]])).toBe(
    '\uFEFFnom;note\r\n"Élodie; dite ""Lo""";"a\nb"\r\n',
  )
})

test("a sign inside a cell is no formula, and stays as it was typed", () => {
  for (const text of ["12 - 14 juin", "a=b", "0+1"]) expect(csvOf(["x"], [[text]])).toContain(`\r\n${text}\r\n`)
})

test("no cell is run as a formula", () => {
  for (const text of ["=1+1", "+33612", "-2", "@SUM(A1)", " =1"])
    expect(csvOf(["x"], [[text]])).toContain(`\r\n'${text}\r\n`)
})
