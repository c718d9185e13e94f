import fc from "fast-check"
import { expect, test } from "vitest"
import { moved, placed, sameEntries } from "./ordering.ts"

test("an entry moves by one place, and stays at either end", () => {
  expect(moved(["a", "b", "c"], "b", "up")).toEqual(["b", "a", "c"])
  expect(moved(["a", "b", "c"], "b", "down")).toEqual(["a", "c", "b"])
  expect(moved(["a", "b", "c"], "a", "up")).toEqual(["a", "b", "c"])
  expect(moved(["a", "b", "c"], "c", "down")).toEqual(["a", "b", "c"])
  expect(moved(["a"], "z", "up")).toBeNull()
})

test("an entry moves to the place that is named, or to the end nearest to it", () => {
  expect(moved(["a", "b", "c", "d"], "d", 1)).toEqual(["a", "d", "b", "c"])
  expect(moved(["a", "b", "c", "d"], "a", 2)).toEqual(["b", "c", "a", "d"])
  expect(moved(["a", "b"], "a", 99)).toEqual(["b", "a"])
  expect(moved(["a", "b"], "b", -1)).toEqual(["b", "a"])
})

test("putting an entry elsewhere loses none and adds none", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { minLength: 1 }), fc.nat(), fc.nat(), (ids, a, b) => {
      const [from, to] = [a % ids.length, b % ids.length]
      const order = placed(ids, from, to)
      expect(sameEntries(order, ids)).toBe(true)
      expect(order[to]).toBe(ids[from])
    }),
  )
})

test("a list with an entry twice is not the same list", () => {
  expect(sameEntries(["a", "a"], ["a", "b"])).toBe(false)
  expect(sameEntries(["a"], ["a", "b"])).toBe(false)
  expect(sameEntries(["a", "b"], ["a", "c"])).toBe(false)
})
