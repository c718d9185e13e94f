import { expect, test } from "vitest"
import { keptAnswerOf } from "./answer.ts"
import { dependenceOf, type Read } from "./declaration.ts"
import { type Entry, openStore } from "./store.ts"

const product = "0b9c6f5e-2c1a-4d3b-8e7f-1a2b3c4d5e6f"
const other = "1c9c6f5e-2c1a-4d3b-8e7f-1a2b3c4d5e6f"

const answerOf = (size: number) => keptAnswerOf(Buffer.alloc(size, "a"), new Headers({ "content-type": "text/html" }))

function entry(key: string, reads: readonly Read[] = [], more: Partial<Entry> & { size?: number } = {}): Entry {
  const answer = answerOf(more.size ?? 100)
  return {
    key,
    isAsked: false,
    answer,
    dependence: dependenceOf(reads, { id: product }),
    isWanted: false,
    until: Infinity,
    ...more,
  }
}

const kept = (store: ReturnType<typeof openStore>, ...keys: string[]) => keys.filter((key) => store.find(key, 0))

test("a change drops exactly what reads that table, or that product of it", () => {
  const store = openStore()
  for (const each of [
    entry("faq", ["faq_entries"]),
    entry("calendar", ["occupancy/:id"]),
    entry("catalogue", ["occupancy"]),
    entry("both", ["occupancy/:id", "occupancy"]),
  ])
    store.keep(each)
  const all = () => kept(store, "faq", "calendar", "catalogue", "both")
  expect(store.drop([{ what: "testimonials", product: null }])).toEqual([])
  expect(all()).toHaveLength(4)
  expect(store.drop([{ what: "occupancy", product: other }]).map(({ key }) => key)).toEqual(["catalogue", "both"])
  expect(all()).toEqual(["faq", "calendar"])
  store.drop([{ what: "occupancy", product }])
  expect(all()).toEqual(["faq"])
  store.keep(entry("calendar", ["occupancy/:id"]))
  store.drop([{ what: "occupancy", product: null }])
  expect(all()).toEqual(["faq"])
  store.clear()
  expect(store.size()).toEqual({ bytes: 0, answers: 0 })
})

test("what the clock has ended is not found any more", () => {
  const store = openStore()
  store.keep(entry("day", [], { until: 1_000 }))
  expect(store.find("day", 999)).not.toBeNull()
  expect(store.find("day", 1_000)).toBeNull()
  expect(store.size().answers).toBe(0)
})

test("the longest unasked leave when there is no more room, by number and by size", () => {
  const few = openStore({ plain: { bytes: 1e6, answers: 2 }, asked: { bytes: 1e6, answers: 2 } })
  few.keep(entry("a"))
  few.keep(entry("b"))
  few.find("a", 0)
  few.keep(entry("c"))
  expect(kept(few, "a", "b", "c")).toEqual(["a", "c"])

  const small = openStore({ plain: { bytes: 50_000, answers: 100 }, asked: { bytes: 1e6, answers: 2 } })
  small.keep(entry("a", [], { size: 20_000 }))
  small.keep(entry("b", [], { size: 20_000 }))
  small.keep(entry("c", [], { size: 20_000 }))
  expect(kept(small, "a", "b", "c")).toEqual(["b", "c"])
  small.keep(entry("huge", [], { size: 60_000 }))
  expect(kept(small, "b", "c", "huge")).toEqual(["b", "c"])
  expect(small.size().bytes).toBeLessThanOrEqual(50_000)
})

test("addresses with parameters never drive out the pages themselves", () => {
  const store = openStore({ plain: { bytes: 1e6, answers: 5 }, asked: { bytes: 1e6, answers: 3 } })
  store.keep(entry("page"))
  for (let day = 0; day < 50; day++) store.keep(entry(`page?date=${day}`, [], { isAsked: true }))
  expect(store.find("page", 0)).not.toBeNull()
  expect(store.size().answers).toBe(4)
})

test("what was compressed meanwhile weighs what it weighs", async () => {
  const store = openStore()
  const answer = answerOf(10_000)
  const text = entry("text", [], { answer })
  store.keep(text)
  const before = store.size().bytes
  await answer.compress("thoroughly")
  store.weighAgain(text)
  expect(store.size().bytes).toBe(answer.bytes())
  expect(store.size().bytes).toBeGreaterThan(before)
  store.drop([])
  store.clear()
  expect(store.size().bytes).toBe(0)
})
