import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { closestSpelling, misspelling } from "./spelling.ts"

const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 7 })

describe("the mistakes in a name", () => {
  test("are letters forgotten, added, replaced or swapped", () => {
    expect(misspelling("nogent", "nogent", 3)).toBe(0)
    expect(misspelling("nogent", "nogen", 3)).toBe(1)
    expect(misspelling("nogent", "noggent", 3)).toBe(1)
    expect(misspelling("nogent", "nogant", 3)).toBe(1)
    expect(misspelling("nogent", "ngoent", 3)).toBe(1)
    expect(misspelling("vincennes", "vinsene", 5)).toBe(3)
    expect(misspelling("", "lyon", 9)).toBe(4)
  })

  test("count the same from both sides, and stop just above the most that is allowed", () => {
    fc.assert(
      fc.property(word, word, fc.nat(6), (one, other, max) => {
        const all = misspelling(one, other, Infinity)
        expect(misspelling(other, one, Infinity)).toBe(all)
        expect(all === 0).toBe(one === other)
        expect(misspelling(one, other, max)).toBe(Math.min(all, max + 1))
      }),
    )
  })

  test("point to the names that have the fewest, all of them", () => {
    const towns = ["nogent", "nogens", "vincennes", "nogant"].map((key) => ({ key }))
    expect(closestSpelling(towns, "nogent", 2)).toEqual([{ key: "nogent" }])
    expect(closestSpelling(towns, "nogenx", 2)).toEqual([{ key: "nogent" }, { key: "nogens" }])
    expect(closestSpelling(towns, "marseille", 2)).toEqual([])
  })
})
