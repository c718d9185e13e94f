import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { HERE_EVERY_MS } from "../../../../isomorphic/presence.ts"
import { othersLabel } from "./presence.tsx"
import { watchPresence } from "./watch-presence.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watched(answer: readonly string[] | null | Error = []) {
  const said: (readonly string[])[] = []
  const heard: (readonly string[])[] = []
  const page = { isVisible: true, answer }
  const watch = watchPresence({
    async say(places) {
      said.push(places)
      if (page.answer instanceof Error) throw page.answer
      return page.answer
    },
    isVisible: () => page.isVisible,
    onOthers: (names) => heard.push(names),
  })
  return { watch, said, heard, page }
}

test("says what is open until it is left, and what is left once", async () => {
  const { watch, said } = watched()
  const leave = watch.enter("booking:7")
  await vi.advanceTimersByTimeAsync(HERE_EVERY_MS + 1)
  expect(said).toEqual([["booking:7"], ["booking:7"]])
  leave()
  await vi.advanceTimersByTimeAsync(3 * HERE_EVERY_MS)
  expect(said.slice(2)).toEqual([[]])
})

test("from one screen to the next nothing is left between; a screen with nothing to change says nothing", async () => {
  const { watch, said } = watched()
  await vi.advanceTimersByTimeAsync(2 * HERE_EVERY_MS)
  expect(said).toEqual([])
  const leave = watch.enter("faq:1")
  await vi.advanceTimersByTimeAsync(1)
  leave()
  watch.enter("faq:2")
  await vi.advanceTimersByTimeAsync(1)
  expect(said).toEqual([["faq:1"], ["faq:2"]])
})

test("a hidden page has left, and is back when it is looked at", async () => {
  const { watch, said, heard, page } = watched(["Louise"])
  watch.enter("faq:1")
  await vi.advanceTimersByTimeAsync(1)
  page.isVisible = false
  watch.look()
  await vi.advanceTimersByTimeAsync(3 * HERE_EVERY_MS)
  expect([said, heard.at(-1)]).toEqual([[["faq:1"], []], []])
  page.isVisible = true
  watch.look()
  await vi.advanceTimersByTimeAsync(1)
  expect([said.at(-1), heard.at(-1)]).toEqual([["faq:1"], ["Louise"]])
})

test("a network that is away names nobody and is asked again; who may not ask is silent from then on", async () => {
  const { watch, said, heard, page } = watched(new Error("away"))
  watch.enter("faq:1")
  await vi.advanceTimersByTimeAsync(1)
  expect(heard.at(-1)).toEqual([])
  page.answer = ["Louise"]
  await vi.advanceTimersByTimeAsync(HERE_EVERY_MS)
  expect(heard.at(-1)).toEqual(["Louise"])
  page.answer = null
  await vi.advanceTimersByTimeAsync(5 * HERE_EVERY_MS)
  expect([said.length, heard.at(-1)]).toEqual([3, []])
})

test("one, two and more are named as one would say it", () => {
  expect([["Louise"], ["Louise", "Nora"], ["Louise", "Nora", "Zoé"]].map(othersLabel)).toEqual([
    "Louise est aussi sur cette page",
    "Louise et Nora sont aussi sur cette page",
    "Louise et 2 autres sont aussi sur cette page",
  ])
})
