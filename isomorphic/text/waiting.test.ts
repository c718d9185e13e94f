import { expect, test } from "vitest"
import { tooManyAttemptsText, waitLabel } from "./waiting.ts"

test("the waiting time reads in seconds, then in minutes, then in hours, always rounded up", () => {
  expect(waitLabel(0.2)).toBe("1 seconde")
  expect(waitLabel(12)).toBe("12 secondes")
  expect(waitLabel(60)).toBe("1 minute")
  expect(waitLabel(61)).toBe("2 minutes")
  expect(waitLabel(900)).toBe("15 minutes")
  expect(waitLabel(119 * 60)).toBe("119 minutes")
  expect(waitLabel(120 * 60)).toBe("2 heures")
  expect(waitLabel(120 * 60 + 1)).toBe("3 heures")
  expect(tooManyAttemptsText(32)).toBe("Trop de tentatives. Réessayez dans 32 secondes.")
})
