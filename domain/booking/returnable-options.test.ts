import { expect, test } from "vitest"
import type { BookedOption } from "../pricing/price.ts"
import { returnableOptions } from "./returnable-options.ts"

const item = (id: string, unit: BookedOption["unit"], parentId: string | null = null): BookedOption => ({
  id,
  parentId,
  name: id,
  price: 1_000,
  unit,
  quantity: 1,
})

test("goods for the client and services are not returned, but a stand that came with a sold album is", () => {
  const items = [
    item("album", "day"),
    item("stand", "day", "album"),
    item("host", "hour"),
    item("trip", "km"),
    item("backdrop", "unit"),
  ]
  const back = returnableOptions(items, new Set(["album"]))
  expect(back.map(({ id, parentId }) => [id, parentId])).toEqual([
    ["stand", null],
    ["backdrop", null],
  ])
})

test("a sub-option stays below its option where both are returned", () => {
  const back = returnableOptions([item("backdrop", "unit"), item("clips", "unit", "backdrop")], new Set())
  expect(back.map(({ parentId }) => parentId)).toEqual([null, "backdrop"])
})
