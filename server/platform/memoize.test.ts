import { expect, test } from "vitest"
import { memoize } from "./memoize.ts"

function newCounted() {
  const calls: string[] = []
  const length = (text: string) => {
    calls.push(text)
    return text.length
  }
  return { asked: calls, length }
}

test("a cached result is returned without another call, null and undefined too", () => {
  const { asked: calls, length } = newCounted()
  const quick = memoize(length, 10)
  expect([quick("un"), quick("deux"), quick("un")]).toEqual([2, 4, 2])
  expect(calls).toEqual(["un", "deux"])
  let times = 0
  const nothing = memoize(() => void times++, 10)
  nothing("rien")
  nothing("rien")
  expect(times).toBe(1)
})

test("invented keys do not fill the cache: their number and length are limited", () => {
  const { asked: calls, length } = newCounted()
  const quick = memoize(length, 2)
  for (const text of ["a", "b", "c", "a"]) quick(text)
  expect(calls).toEqual(["a", "b", "c", "a"])
  const long = "x".repeat(501)
  expect([quick(long), quick(long)]).toEqual([501, 501])
  expect(calls.slice(4)).toEqual([long, long])
})
