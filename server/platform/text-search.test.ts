import { expect, test } from "vitest"
import { parseTypedNumber, searchPatterns } from "./text-search.ts"

test("a search becomes one pattern per word, and wildcards in it are escaped", () => {
  expect(searchPatterns("  Élodie   nogent ")).toEqual(["%Élodie%", "%nogent%"])
  expect(searchPatterns("100%_\\")).toEqual(["%100\\%\\_\\\\%"])
  expect(searchPatterns("n° 1024")).toEqual(["%1024%"])
  expect(searchPatterns("N°1024 #7")).toEqual(["%1024%", "%7%"])
  expect(searchPatterns(" ")).toEqual([])
  expect(searchPatterns("un deux trois quatre cinq six sept huit neuf")).toHaveLength(8)
})

test("a booking's number is recognised in every form", () => {
  expect(["1024", " n° 1024", "N°1024", "n 1024", "#1024"].map(parseTypedNumber)).toEqual(Array(5).fill(1024))
  expect(["", "n°", "10 24", "1024 Paris", "1".repeat(13)].map(parseTypedNumber)).toEqual(Array(5).fill(null))
})
