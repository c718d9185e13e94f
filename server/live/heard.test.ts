import { expect, test } from "vitest"
import { newHeard } from "./heard.ts"

test("a page is behind when something of it changed in a transaction that it was not told of", () => {
  const heard = newHeard()
  heard.beginAt(100n)
  heard.note(["product a"], 104n)
  expect(heard.hasChanged(["product a"], 103n)).toBe(true)
  expect(heard.hasChanged(["product a"], 104n)).toBe(true)
  expect(heard.hasChanged(["product a"], 105n)).toBe(false)
  expect(heard.hasChanged(["product b"], 103n)).toBe(false)
})

test("the highest number stays, whichever transaction is heard of last", () => {
  const heard = newHeard()
  heard.beginAt(100n)
  heard.note(["cart a"], 108n)
  heard.note(["cart a"], 104n)
  expect(heard.hasChanged(["cart a"], 106n)).toBe(true)
})

test("who knows less than this process ever heard is behind, to be sure", () => {
  const heard = newHeard()
  expect(heard.hasChanged(["cart a"], 5n)).toBe(true)
  heard.beginAt(100n)
  expect(heard.hasChanged(["cart a"], 99n)).toBe(true)
  expect(heard.hasChanged(["cart a"], 100n)).toBe(false)
})

test("what is forgotten is not taken for unchanged", () => {
  const heard = newHeard(2)
  heard.beginAt(100n)
  heard.note(["product a"], 101n)
  heard.note(["product b"], 102n)
  heard.note(["product c"], 103n)
  expect(heard.hasChanged(["product a"], 101n)).toBe(true)
  expect(heard.hasChanged(["product b"], 102n)).toBe(true)
  expect(heard.hasChanged(["product b"], 103n)).toBe(false)
})
