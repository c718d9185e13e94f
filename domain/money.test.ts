import fc from "fast-check"
import { describe, expect, expectTypeOf, test } from "vitest"
import type { Kilometres } from "./delivery/delivery.ts"
import { type Cents, formatMoney, formatPriceLabel, parseEuros, roundHalfAway } from "./money.ts"

test("an amount and a distance are distinct types of number, at no cost at run time", () => {
  expectTypeOf<Cents>().not.toExtend<Kilometres>()
  expectTypeOf<Kilometres>().not.toExtend<Cents>()
  expectTypeOf<number>().toExtend<Cents>()
  expectTypeOf<Cents>().toExtend<number>()
  const amount: Cents = 63_800
  expect(amount).toBe(63_800)
})

const cents = fc.integer({ min: -100_000_000, max: 100_000_000 })

describe("an amount on screen", () => {
  test("an amount has a narrow no-break space before the euro sign and between thousands", () => {
    expect(formatMoney(63_800)).toBe("638\u202f€")
    expect(formatMoney(125_050)).toBe("1\u202f250,50\u202f€")
    expect(formatMoney(123_456_700)).toBe("1\u202f234\u202f567\u202f€")
  })

  test("an amount shows cents only when there are some, and then always two digits", () => {
    expect(formatMoney(0)).toBe("0\u202f€")
    expect(formatMoney(700)).toBe("7\u202f€")
    expect(formatMoney(705)).toBe("7,05\u202f€")
    expect(formatMoney(1)).toBe("0,01\u202f€")
  })

  test("an amount never reads minus zero, also for a credit of zero", () => {
    expect(formatMoney(-0)).toBe("0\u202f€")
    expect(formatMoney(-1_250)).toBe("−12,50\u202f€")
  })

  test("an amount sticks to its euro sign in the quoted label “À partir de {price}€” @R-home-price", () => {
    expect(formatPriceLabel(25_000)).toBe("250€")
    expect(formatPriceLabel(120_000)).toBe("1\u202f200€")
  })

  test("an amount never breaks over two lines: it holds no ordinary space", () => {
    fc.assert(fc.property(cents, (amount) => !formatMoney(amount).includes(" ")))
  })
})

describe("an amount typed by the owner", () => {
  test("an amount is read with a comma or a point, with or without the euro sign", () => {
    expect(parseEuros("12,50")).toBe(1_250)
    expect(parseEuros("12.50")).toBe(1_250)
    expect(parseEuros(" 12,5 € ")).toBe(1_250)
    expect(parseEuros("1 250,50 €")).toBe(125_050)
    expect(parseEuros("12€")).toBe(1_200)
    expect(parseEuros("1 234 567 €")).toBe(123_456_700)
    expect(parseEuros("0")).toBe(0)
    expect(parseEuros("-3,20")).toBe(-320)
  })

  test("an amount keeps its last cent where binary fractions would lose it", () => {
    expect(parseEuros("1,15")).toBe(115)
    expect(parseEuros("4,35")).toBe(435)
    expect(parseEuros("1,005")).toBeNull()
  })

  test("an invalid or ambiguous amount is refused", () => {
    for (const text of [
      "",
      " ",
      "€",
      "abc",
      "12,",
      ",5",
      "1,2,3",
      "12,500",
      "1e3",
      "0x10",
      "NaN",
      "--1",
      "12 50",
      "12€50",
      "1 2345",
      "9999999999",
    ]) {
      expect(parseEuros(text), text).toBeNull()
    }
  })

  test("every formatted amount reads back", () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(parseEuros(formatMoney(amount))).toBe(amount)
      }),
    )
  })
})

describe("rounding (D30)", () => {
  test("rounding goes half away from zero on the absolute amount @K-rounding", () => {
    expect([0.5, 1.5, 2.5, 2.4].map(roundHalfAway)).toEqual([1, 2, 3, 2])
    expect([-0.5, -1.5, -2.5, -2.4].map(roundHalfAway)).toEqual([-1, -2, -3, -2])
    expect(roundHalfAway(-0.2)).toBe(0)
  })

  test("rounding treats a credit as the mirror of the charge", () => {
    fc.assert(
      fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), (amount) => {
        expect(roundHalfAway(-amount) + roundHalfAway(amount)).toBe(0)
        expect(Math.abs(roundHalfAway(amount) - amount)).toBeLessThanOrEqual(0.5)
      }),
    )
  })
})
