import { expect, test } from "vitest"
import { pageAt } from "./lists.ts"

test("a page beyond the last is the last", () => {
  expect(pageAt(101, 9)).toEqual({ page: 5, pages: 5, offset: 100 })
  expect(pageAt(0, 1)).toEqual({ page: 1, pages: 1, offset: 0 })
})
