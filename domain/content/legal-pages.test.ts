import { expect, test } from "vitest"
import { isLegalPage, legalPages } from "./legal-pages.ts"

test("each of the eight legal pages is one by its address, and nothing else is", () => {
  expect(legalPages.filter(isLegalPage)).toHaveLength(8)
  expect(["contact", "CGV", "toString", ""].some(isLegalPage)).toBe(false)
})
