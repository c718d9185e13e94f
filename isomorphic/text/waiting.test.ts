import { expect, test } from "vitest"
import { tooManyAttemptsText, waitInLabel } from "./waiting.ts"

test("The time to wait is told in seconds, then in minutes, then in hours, never too short", () => {
  expect(waitInLabel(0.2)).toBe("1 seconde")
  expect(waitInLabel(12)).toBe("12 secondes")
  expect(waitInLabel(60)).toBe("1 minute")
  expect(waitInLabel(61)).toBe("2 minutes")
  expect(waitInLabel(900)).toBe("15 minutes")
  expect(waitInLabel(119 * 60)).toBe("119 minutes")
  expect(waitInLabel(120 * 60)).toBe("2 heures")
  expect(waitInLabel(120 * 60 + 1)).toBe("3 heures")
  expect(tooManyAttemptsText(32)).toBe("Trop de tentatives. Réessayez dans 32 secondes.")
})
