import { expect, test } from "vitest"
import { pageAt, searchPatterns } from "./lists.ts"

test("a search is one pattern a word, and takes no sign of the database's own from outside", () => {
  expect(searchPatterns("  Élodie   nogent ")).toEqual(["%Élodie%", "%nogent%"])
  expect(searchPatterns("100%_\\")).toEqual(["%100\\%\\_\\\\%"])
  expect(searchPatterns("n° 1024")).toEqual(["%1024%"])
  expect(searchPatterns("N°1024 #7")).toEqual(["%1024%", "%7%"])
  expect(searchPatterns(" ")).toEqual([])
  expect(searchPatterns("un deux trois quatre cinq six sept huit neuf")).toHaveLength(8)
})

test("a page beyond the last is the last", () => {
  expect(pageAt(101, 9)).toEqual({ page: 3, pages: 3, offset: 100 })
  expect(pageAt(0, 1)).toEqual({ page: 1, pages: 1, offset: 0 })
})
