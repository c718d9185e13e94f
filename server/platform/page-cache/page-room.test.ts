import { expect, test } from "vitest"
import type { CachedPage } from "./cached-page.ts"
import { openRoom } from "./page-room.ts"

const page = (bytes: number): CachedPage => ({ status: 200, digest: "", headers: {}, bodies: {}, bytes })

test("the room holds no more than its bytes: the least recently used page leaves first", () => {
  const room = openRoom(10)
  for (const key of ["a", "b", "c"]) room.keep(key, page(3), Infinity)
  room.find("a", 0)
  room.keep("d", page(3), Infinity)
  expect(["a", "b", "c", "d"].filter((key) => room.find(key, 0))).toEqual(["a", "c", "d"])
  room.keep("d", page(9), Infinity)
  expect(room.size()).toEqual({ bytes: 9, answers: 1 })
  room.keep("e", page(11), Infinity)
  expect(room.size()).toEqual({ bytes: 0, answers: 0 })
})

test("a page leaves when its time is over", () => {
  const room = openRoom()
  room.keep("a", page(3), 1_000)
  expect(room.find("a", 999)).not.toBeNull()
  expect(room.find("a", 1_000)).toBeNull()
  expect(room.size()).toEqual({ bytes: 0, answers: 0 })
})
