import { expect, test } from "vitest"
import { MAX_WHOLE, readPage, readWholeNumber } from "./whole-number.ts"

test("a whole number fits a database column", () => {
  expect(["0", "12", String(MAX_WHOLE)].map(readWholeNumber)).toEqual([0, 12, MAX_WHOLE])
  const others = ["", null, undefined, "-1", "1.5", "1e3", "0x10", "NaN", "Infinity", "2147483648", "9".repeat(30)]
  expect(others.map(readWholeNumber)).toEqual(others.map(() => null))
})

test("the page is the first one where the address has none", () => {
  expect(["3", " 3 ", "100000"].map(readPage)).toEqual([3, 3, 100_000])
  const others = ["0", "-1", "1.5", "100001", "2147483648", "une", null, undefined]
  expect(others.map(readPage)).toEqual(others.map(() => 1))
})
