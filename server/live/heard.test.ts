import { expect, test } from "vitest"
import { type Snapshot, readSnapshot } from "../../isomorphic/snapshot.ts"
import { newHeard } from "./heard.ts"

/** Without another one running, every transaction below the number. */
const below = (xid: number) => snapshot(`${xid}:${xid}:`)
const snapshot = (text: string) => readSnapshot(text) as Snapshot

test("a page is behind when something of it changed in a transaction that it was not told of", () => {
  const heard = newHeard()
  heard.beginAt(below(100))
  heard.note(["product a"], 104n)
  expect(heard.hasChanged(["product a"], below(103))).toBe(true)
  expect(heard.hasChanged(["product a"], below(104))).toBe(true)
  expect(heard.hasChanged(["product a"], below(105))).toBe(false)
  expect(heard.hasChanged(["product b"], below(103))).toBe(false)
})

test("the highest number stays, whichever transaction is heard of last", () => {
  const heard = newHeard()
  heard.beginAt(below(100))
  heard.note(["cart a"], 108n)
  heard.note(["cart a"], 104n)
  expect(heard.hasChanged(["cart a"], below(106))).toBe(true)
})

test("who knows less than this process ever heard is behind, to be sure", () => {
  const heard = newHeard()
  expect(heard.hasChanged(["cart a"], below(5))).toBe(true)
  heard.beginAt(below(100))
  expect(heard.hasChanged(["cart a"], below(99))).toBe(true)
  expect(heard.hasChanged(["cart a"], below(100))).toBe(false)
})

test("what is forgotten is not taken for unchanged", () => {
  const heard = newHeard(2)
  heard.beginAt(below(100))
  heard.note(["product a"], 101n)
  heard.note(["product b"], 102n)
  heard.note(["product c"], 103n)
  expect(heard.hasChanged(["product a"], below(101))).toBe(true)
  expect(heard.hasChanged(["product b"], below(102))).toBe(true)
  expect(heard.hasChanged(["product b"], below(103))).toBe(false)
})

test("who saw the later of two has missed the earlier one that committed after it, and nothing else", () => {
  const heard = newHeard()
  heard.beginAt(below(100))
  heard.note(["cart a"], 104n)
  heard.note(["cart b"], 102n)
  expect(heard.hasChanged(["cart a"], snapshot("102:105:102"))).toBe(false)
  expect(heard.hasChanged(["cart b"], snapshot("102:105:102"))).toBe(true)
})

test("who has not seen what was visible in the first answer is behind, whatever the number", () => {
  const heard = newHeard()
  heard.beginAt(snapshot("100:110:100"))
  expect(heard.isKnownSince(snapshot("100:110:100,105"))).toBe(false)
  expect(heard.isKnownSince(snapshot("100:112:100,111"))).toBe(true)
})

test("of a key that changes often the last numbers are known", () => {
  const heard = newHeard()
  heard.beginAt(below(100))
  for (let xid = 101n; xid <= 110n; xid++) heard.note(["cart a"], xid)
  expect(heard.hasChanged(["cart a"], snapshot("103:111:"))).toBe(false)
  expect(heard.hasChanged(["cart a"], snapshot("102:111:102"))).toBe(true)
})
