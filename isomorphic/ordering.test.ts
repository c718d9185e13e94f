import fc from "fast-check"
import { expect, test } from "vitest"
import { moveInList, placeInList, hasSameEntries } from "./ordering.ts"

test("an entry moves by one place, and stays at either end", () => {
  expect(moveInList(["a", "b", "c"], "b", "up")).toEqual(["b", "a", "c"])
  expect(moveInList(["a", "b", "c"], "b", "down")).toEqual(["a", "c", "b"])
  expect(moveInList(["a", "b", "c"], "a", "up")).toEqual(["a", "b", "c"])
  expect(moveInList(["a", "b", "c"], "c", "down")).toEqual(["a", "b", "c"])
  expect(moveInList(["a"], "z", "up")).toBeNull()
})

test("an entry moves to the requested place, or to the nearest end", () => {
  expect(moveInList(["a", "b", "c", "d"], "d", 1)).toEqual(["a", "d", "b", "c"])
  expect(moveInList(["a", "b", "c", "d"], "a", 2)).toEqual(["b", "c", "a", "d"])
  expect(moveInList(["a", "b"], "a", 99)).toEqual(["b", "a"])
  expect(moveInList(["a", "b"], "b", -1)).toEqual(["b", "a"])
})

test("moving an entry loses none and adds none", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { minLength: 1 }), fc.nat(), fc.nat(), (ids, a, b) => {
      const [from, to] = [a % ids.length, b % ids.length]
      const order = placeInList(ids, from, to)
      expect(hasSameEntries(order, ids)).toBe(true)
      expect(order[to]).toBe(ids[from])
    }),
  )
})

test("a list with a duplicate entry is not the same list", () => {
  expect(hasSameEntries(["a", "a"], ["a", "b"])).toBe(false)
  expect(hasSameEntries(["a"], ["a", "b"])).toBe(false)
  expect(hasSameEntries(["a", "b"], ["a", "c"])).toBe(false)
})
