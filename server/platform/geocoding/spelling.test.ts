import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { closestSpelling, editDistance } from "./spelling.ts"

const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 7 })

describe("the edit distance of names", () => {
  test("mistakes are letters forgotten, added, replaced or swapped", () => {
    expect(editDistance("nogent", "nogent", 3)).toBe(0)
    expect(editDistance("nogent", "nogen", 3)).toBe(1)
    expect(editDistance("nogent", "noggent", 3)).toBe(1)
    expect(editDistance("nogent", "nogant", 3)).toBe(1)
    expect(editDistance("nogent", "ngoent", 3)).toBe(1)
    expect(editDistance("vincennes", "vinsene", 5)).toBe(3)
    expect(editDistance("", "lyon", 9)).toBe(4)
  })

  test("the distance is symmetric, and its computation stops above the limit", () => {
    fc.assert(
      fc.property(word, word, fc.nat(6), (one, other, max) => {
        const all = editDistance(one, other, Infinity)
        expect(editDistance(other, one, Infinity)).toBe(all)
        expect(all === 0).toBe(one === other)
        expect(editDistance(one, other, max)).toBe(Math.min(all, max + 1))
      }),
    )
  })

  test("the search returns all names with the fewest mistakes", () => {
    const towns = ["nogent", "nogens", "vincennes", "nogant"].map((key) => ({ key }))
    expect(closestSpelling(towns, "nogent", 2)).toEqual([{ key: "nogent" }])
    expect(closestSpelling(towns, "nogenx", 2)).toEqual([{ key: "nogent" }, { key: "nogens" }])
    expect(closestSpelling(towns, "marseille", 2)).toEqual([])
  })
})
