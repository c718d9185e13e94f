import { expect, test } from "vitest"
import { tooManyAttemptsText, waitInWords } from "./waiting.ts"

test("The time to wait is told in seconds, then in minutes, then in hours, never too short", () => {
  expect(waitInWords(0.2)).toBe("1 seconde")
  expect(waitInWords(12)).toBe("12 secondes")
  expect(waitInWords(60)).toBe("1 minute")
  expect(waitInWords(61)).toBe("2 minutes")
  expect(waitInWords(900)).toBe("15 minutes")
  expect(waitInWords(119 * 60)).toBe("119 minutes")
  expect(waitInWords(120 * 60)).toBe("2 heures")
  expect(waitInWords(120 * 60 + 1)).toBe("3 heures")
  expect(tooManyAttemptsText(32)).toBe("Trop de tentatives. Réessayez dans 32 secondes.")
})
