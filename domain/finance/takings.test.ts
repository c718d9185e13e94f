import { expect, test } from "vitest"
import { registerCheckLabel } from "./takings.ts"

test("the result of a check agrees with its numbers, and zero is singular in French", () => {
  expect(registerCheckLabel({ entries: 41, closings: 0 })).toBe("41 lignes et 0 clôture relues")
  expect(registerCheckLabel({ entries: 1, closings: 1 })).toBe("1 ligne et 1 clôture relues")
  expect(registerCheckLabel({ entries: 1_200, closings: 2 })).toBe("1\u202f200 lignes et 2 clôtures relues")
})
