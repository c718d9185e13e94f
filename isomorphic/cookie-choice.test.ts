import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  askAgainAfterSeconds,
  parseCookieChoice,
  formatCookieValue,
  readCookieValue,
  toStoredPreferences,
} from "./cookie-choice.ts"

const chosenAt = new Date("2026-11-21T10:00:00Z")
const later = (seconds: number) => new Date(chosenAt.getTime() + seconds * 1000)

describe("a visitor's choice about cookies", () => {
  test("the choice is stored as it was made", () => {
    for (const analytics of [true, false]) {
      for (const marketing of [true, false]) {
        const choice = { analytics, marketing, chosenAt }
        expect(readCookieValue(formatCookieValue(choice), later(60))).toEqual(choice)
      }
    }
  })

  test("the choice expires after six months, and never outlives the legal 13 months @K-retention-cookies", () => {
    const value = formatCookieValue({ analytics: true, marketing: true, chosenAt })
    expect(readCookieValue(value, later(askAgainAfterSeconds))).not.toBeNull()
    expect(readCookieValue(value, later(askAgainAfterSeconds + 1))).toBeNull()
    expect(later(askAgainAfterSeconds).toISOString().slice(0, 10)).toBe("2027-05-22")
    // A clock that is a day behind is tolerated, and no more.
    expect(readCookieValue(value, later(-86_400))).not.toBeNull()
    expect(readCookieValue(value, later(-86_401))).toBeNull()
  })

  test("the choice is read among the other cookies of a request", () => {
    const choice = { analytics: true, marketing: false, chosenAt }
    const ours = `cookiePreferences=${formatCookieValue(choice)}`
    for (const cookies of [
      ours,
      `theme=dark; ${ours}`,
      `theme=dark;${ours} ; session=a=b`,
      `cookiePreferences2=1; ${ours}`,
    ])
      expect(parseCookieChoice(cookies, later(60)), cookies).toEqual(choice)
    for (const cookies of ["", "theme=dark", "cookiePreferences", "cookiePreferences=", `x${ours}`])
      expect(parseCookieChoice(cookies, later(60)), cookies).toBeNull()
  })

  test("the choice is stored in the browser with the necessary cookies always on @E-cookie-preferences", () => {
    expect(toStoredPreferences({ analytics: false, marketing: true, chosenAt })).toEqual({
      necessary: true,
      analytics: false,
      marketing: true,
      date: "2026-11-21T10:00:00.000Z",
    })
  })

  test("a cookie in another format is no choice", () => {
    for (const value of [
      "",
      "1",
      "11",
      "12.1795219200",
      "11.",
      "11.-5",
      "11.1e9",
      "true",
      "%7B%7D",
      "11.1795219200 ",
    ]) {
      expect(readCookieValue(value, chosenAt), value).toBeNull()
    }
    fc.assert(fc.property(fc.string(), (value) => void readCookieValue(value, chosenAt)))
  })
})
