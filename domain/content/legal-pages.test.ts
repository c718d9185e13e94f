import { expect, test } from "vitest"
import { isLegalPage, legalPages } from "./legal-pages.ts"

test("each of the eight legal pages is recognised by its address, and no other address is", () => {
  expect(legalPages.filter(isLegalPage)).toHaveLength(8)
  expect(["contact", "CGV", "toString", ""].some(isLegalPage)).toBe(false)
})
