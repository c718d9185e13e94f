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

test("a number and an amount of ours are what a spreadsheet adds up, below zero too", () => {
  expect(csvOf(["x"], [[-2, { cents: -8333 }, { cents: -0 }, { cents: 123_450 }, 5.5]])).toBe(
    "\uFEFFx\r\n-2;-83,33;0,00;1234,50;5,5\r\n",
  )
})

test("what was typed is guarded even where it looks like an amount", () => {
  expect(csvOf(["x"], [["-83,33", { cents: -8333 }]])).toContain("\r\n'-83,33;-83,33\r\n")
})
