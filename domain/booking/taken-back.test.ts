import { expect, test } from "vitest"
import type { BookedOption } from "../pricing/price.ts"
import { optionsTakenBack } from "./taken-back.ts"

const item = (id: string, unit: BookedOption["unit"], parentId: string | null = null): BookedOption => ({
  id,
  parentId,
  name: id,
  price: 1_000,
  unit,
  quantity: 1,
})

test("what the client keeps and services are not taken back; a stand that came with a kept album is", () => {
  const items = [
    item("album", "day"),
    item("stand", "day", "album"),
    item("host", "hour"),
    item("trip", "km"),
    item("backdrop", "unit"),
  ]
  const back = optionsTakenBack(items, new Set(["album"]))
  expect(back.map(({ id, parentId }) => [id, parentId])).toEqual([
    ["stand", null],
    ["backdrop", null],
  ])
})

test("a sub-option stays below its option where both come back", () => {
  const back = optionsTakenBack([item("backdrop", "unit"), item("clips", "unit", "backdrop")], new Set())
  expect(back.map(({ parentId }) => parentId)).toEqual([null, "backdrop"])
})
