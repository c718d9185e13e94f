import { describe, expect, test } from "vitest"
import { readChoice } from "../booking/choice.ts"
import { EXTENSION_OFFERED_SECONDS, cartTotal, lineSearch } from "./cart.ts"
import { timeLeft, timeLeftAnnouncement } from "./time-left.ts"

describe("a cart's total", () => {
  test("counts what can still be had, and nothing else", () => {
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

describe("the way from a line of the cart to the wizard", () => {
  test("carries the whole choice, and which line it is", () => {
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

describe("the time that is left", () => {
  test("reads as minutes and seconds, and stops at nothing", () => {
    expect([1800, 725, 60, 59.2, 9, 0, -4].map(timeLeft)).toEqual([
      "30:00",
      "12:05",
      "1:00",
      "1:00",
      "0:09",
      "0:00",
      "0:00",
    ])
  })

  test("can be made longer from five minutes before its end (D49)", () => {
    expect(timeLeft(EXTENSION_OFFERED_SECONDS)).toBe("5:00")
  })

  test("is read out from the very second on, and not before", () => {
    expect([601, 600, 120, 60].map(timeLeftAnnouncement)).toEqual([
      "",
      "Il reste moins de 10 minutes.",
      "Il reste moins de 2 minutes.",
      "Il reste moins d’une minute.",
    ])
  })

  test("is read out at few moments only", () => {
    const said = Array.from({ length: 1801 }, (_, second) => timeLeftAnnouncement(1800 - second))
    expect([...new Set(said)]).toEqual([
      "",
      "Il reste moins de 10 minutes.",
      "Il reste moins de 2 minutes.",
      "Il reste moins d’une minute.",
      "Le temps est écoulé.",
    ])
  })
})
