import { describe, expect, test } from "vitest"
import { readChoice } from "../booking/read-choice.ts"
import { EXTENSION_OFFERED_SECONDS, cartTotal, lineSearch } from "./cart.ts"
import { formatTimeLeft, timeLeftAnnouncement } from "./time-left.ts"

describe("the total of a cart", () => {
  test("the total counts only what is still available", () => {
    expect(
      cartTotal([
        { total: 63_800, available: true },
        { total: 25_000, available: false },
        { total: 9_050, available: true },
      ]),
    ).toBe(72_850)
    expect(cartTotal([])).toBe(0)
  })
})

describe("the link from a cart line to the wizard", () => {
  test("the link carries the whole choice and the line's id", () => {
    const id = "0b9c2f60-5f6e-4f0e-9a5e-0a6d4f6f2b11"
    const option = "5b2e9f9e-08bb-4a69-8cc4-5a2cc1d0a6a4"
    const search = lineSearch(
      { days: ["2027-06-12", "2027-06-13"], options: [{ optionId: option, quantity: 3 }], photoPacks: 2 },
      id,
    )
    expect(search).toMatch(/^\?step=options&/)
    expect(readChoice(new URLSearchParams(search))).toEqual({
      days: ["2027-06-12", "2027-06-13"],
      options: [{ optionId: option, quantity: 3 }],
      photoPacks: 2,
      postcode: null,
      town: null,
      cartItem: id,
    })
  })
})

describe("the time left on a hold", () => {
  test("the time reads as minutes and seconds, and stops at zero", () => {
    expect([1800, 725, 60, 59.2, 9, 0, -4].map(formatTimeLeft)).toEqual([
      "30:00",
      "12:05",
      "1:00",
      "1:00",
      "0:09",
      "0:00",
      "0:00",
    ])
  })

  test("the hold can be extended from five minutes before its end (D49)", () => {
    expect(formatTimeLeft(EXTENSION_OFFERED_SECONDS)).toBe("5:00")
  })

  test("an announcement comes at its exact second, not before", () => {
    expect([601, 600, 120, 60].map(timeLeftAnnouncement)).toEqual([
      "",
      "Il reste moins de 10 minutes.",
      "Il reste moins de 2 minutes.",
      "Il reste moins d’une minute.",
    ])
  })

  test("the announcements are few", () => {
    const announcements = Array.from({ length: 1801 }, (_, second) => timeLeftAnnouncement(1800 - second))
    expect([...new Set(announcements)]).toEqual([
      "",
      "Il reste moins de 10 minutes.",
      "Il reste moins de 2 minutes.",
      "Il reste moins d’une minute.",
      "Le temps est écoulé.",
    ])
  })
})
