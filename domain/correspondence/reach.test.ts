import { expect, test } from "vitest"
import { isMailed } from "./reach.ts"

test("neither who has no address nor an example is written to", () => {
  expect(isMailed({ email: "lila@exemple.example", isExample: false })).toBe(true)
  expect(isMailed({ email: "lila@exemple.example", isExample: true })).toBe(false)
  expect(isMailed({ email: " ", isExample: false })).toBe(false)
  expect(isMailed({ email: null, isExample: false })).toBe(false)
})
