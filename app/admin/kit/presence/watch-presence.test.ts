import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { HEARTBEAT_MS } from "../../../../isomorphic/presence.ts"
import { othersLabel } from "./presence.tsx"
import { watchPresence } from "./watch-presence.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watched(answer: readonly string[] | null | Error = []) {
  const reports: (readonly string[])[] = []
  const otherNames: (readonly string[])[] = []
  const page = { isVisible: true, answer }
  const watch = watchPresence({
    async postPresence(places) {
      reports.push(places)
      if (page.answer instanceof Error) throw page.answer
      return page.answer
    },
    isVisible: () => page.isVisible,
    onOthers: (names) => otherNames.push(names),
  })
  return { watch, said: reports, heard: otherNames, page }
}

test("a page reports what is open until it is left, and reports the leaving once", async () => {
  const { watch, said: reports } = watched()
  const leave = watch.enter("booking:7")
  await vi.advanceTimersByTimeAsync(HEARTBEAT_MS + 1)
  expect(reports).toEqual([["booking:7"], ["booking:7"]])
  leave()
  await vi.advanceTimersByTimeAsync(3 * HEARTBEAT_MS)
  expect(reports.slice(2)).toEqual([[]])
})

test("a change of screen reports no gap, and a screen without a form reports nothing", async () => {
  const { watch, said: reports } = watched()
  await vi.advanceTimersByTimeAsync(2 * HEARTBEAT_MS)
  expect(reports).toEqual([])
  const leave = watch.enter("faq:1")
  await vi.advanceTimersByTimeAsync(1)
  leave()
  watch.enter("faq:2")
  await vi.advanceTimersByTimeAsync(1)
  expect(reports).toEqual([["faq:1"], ["faq:2"]])
})

test("a hidden page reports leaving, and returns when it is visible again", async () => {
  const { watch, said: reports, heard: otherNames, page } = watched(["Louise"])
  watch.enter("faq:1")
  await vi.advanceTimersByTimeAsync(1)
  page.isVisible = false
  watch.look()
  await vi.advanceTimersByTimeAsync(3 * HEARTBEAT_MS)
  expect([reports, otherNames.at(-1)]).toEqual([[["faq:1"], []], []])
  page.isVisible = true
  watch.look()
  await vi.advanceTimersByTimeAsync(1)
  expect([reports.at(-1), otherNames.at(-1)]).toEqual([["faq:1"], ["Louise"]])
})

test("an offline page names nobody and retries, and a forbidden one stops asking", async () => {
  const { watch, said: reports, heard: otherNames, page } = watched(new Error("away"))
  watch.enter("faq:1")
  await vi.advanceTimersByTimeAsync(1)
  expect(otherNames.at(-1)).toEqual([])
  page.answer = ["Louise"]
  await vi.advanceTimersByTimeAsync(HEARTBEAT_MS)
  expect(otherNames.at(-1)).toEqual(["Louise"])
  page.answer = null
  await vi.advanceTimersByTimeAsync(5 * HEARTBEAT_MS)
  expect([reports.length, otherNames.at(-1)]).toEqual([3, []])
})

test("one, two and more people are named in natural French", () => {
  expect([["Louise"], ["Louise", "Nora"], ["Louise", "Nora", "Zoé"]].map(othersLabel)).toEqual([
    "Louise est aussi sur cette page",
    "Louise et Nora sont aussi sur cette page",
    "Louise et 2 autres sont aussi sur cette page",
  ])
})
