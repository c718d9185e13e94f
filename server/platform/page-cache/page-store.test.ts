import { expect, test } from "vitest"
import type { CachedPage } from "./cached-page.ts"
import { createPageStore } from "./page-store.ts"

const page = (bytes: number): CachedPage => ({ status: 200, digest: "", headers: {}, bodies: {}, bytes })

test("the cache never exceeds its bytes, and drops the least recently used page first", () => {
  const room = createPageStore(10)
  for (const key of ["a", "b", "c"]) room.put(key, page(3), Infinity)
  room.find("a", 0)
  room.put("d", page(3), Infinity)
  expect(["a", "b", "c", "d"].filter((key) => room.find(key, 0))).toEqual(["a", "c", "d"])
  room.put("d", page(9), Infinity)
  expect(room.size()).toEqual({ bytes: 9, answers: 1 })
  room.put("e", page(11), Infinity)
  expect(room.size()).toEqual({ bytes: 0, answers: 0 })
})

test("a page is dropped when it expires", () => {
  const room = createPageStore()
  room.put("a", page(3), 1_000)
  expect(room.find("a", 999)).not.toBeNull()
  expect(room.find("a", 1_000)).toBeNull()
  expect(room.size()).toEqual({ bytes: 0, answers: 0 })
})
