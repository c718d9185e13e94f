import { expect, test } from "vitest"
import { registerRead } from "./takings.ts"

test("what a check has read agrees with its numbers, and nothing is singular in French", () => {
  expect(registerRead({ entries: 41, closings: 0 })).toBe("41 lignes et 0 clôture relues")
  expect(registerRead({ entries: 1, closings: 1 })).toBe("1 ligne et 1 clôture relues")
  expect(registerRead({ entries: 1_200, closings: 2 })).toBe("1\u202f200 lignes et 2 clôtures relues")
})
