import { expect, test } from "vitest"
import { isMailed } from "./is-mailed.ts"

test("a client without an address, or an example, receives no mail", () => {
  expect(isMailed({ email: "lila@exemple.example", isExample: false })).toBe(true)
  expect(isMailed({ email: "lila@exemple.example", isExample: true })).toBe(false)
  expect(isMailed({ email: " ", isExample: false })).toBe(false)
  expect(isMailed({ email: null, isExample: false })).toBe(false)
})
