import { expect, test } from "vitest"
import { clampPage } from "./pagination.ts"

test("a page beyond the last is the last", () => {
  expect(clampPage(101, 9)).toEqual({ page: 5, pages: 5, offset: 100 })
  expect(clampPage(0, 1)).toEqual({ page: 1, pages: 1, offset: 0 })
})
