import { expect, test } from "vitest"
import { pageKey } from "./leave-dialog.tsx"

const page = (path: string) => {
  const { pathname, search } = new URL(path, "http://ours.invalid")
  return pageKey({ pathname, search })
}

test("a form on the first page of the back office stays on its page", () => {
  expect(page("/admin?index")).toBe(page("/admin"))
})

test("a dialog that opens over a page stays on it", () => {
  expect(page("/admin/products/1?supprimer=1")).toBe(page("/admin/products/1"))
})

test("another record of the same screen is another page, and so is another screen", () => {
  expect(page("/admin/faq?question=2")).not.toBe(page("/admin/faq?question=1"))
  expect(page("/admin/finance")).not.toBe(page("/admin"))
})
