import { expect, test } from "vitest"
import { memoized } from "./memoized.ts"

/** A function that notes what it was asked. */
function newCounted() {
  const asked: string[] = []
  const length = (text: string) => {
    asked.push(text)
    return text.length
  }
  return { asked, length }
}

test("what was asked is answered without asking again, null and undefined too", () => {
  const { asked, length } = newCounted()
  const quick = memoized(length, 10)
  expect([quick("un"), quick("deux"), quick("un")]).toEqual([2, 4, 2])
  expect(asked).toEqual(["un", "deux"])
  let times = 0
  const nothing = memoized(() => void times++, 10)
  nothing("rien")
  nothing("rien")
  expect(times).toBe(1)
})

test("invented questions fill nothing: no more than so many are kept, and none that is long", () => {
  const { asked, length } = newCounted()
  const quick = memoized(length, 2)
  for (const text of ["a", "b", "c", "a"]) quick(text)
  expect(asked).toEqual(["a", "b", "c", "a"])
  const long = "x".repeat(501)
  expect([quick(long), quick(long)]).toEqual([501, 501])
  expect(asked.slice(4)).toEqual([long, long])
})
