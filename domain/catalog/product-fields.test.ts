import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { isManualUrl, cleanFeatures, readNumber } from "./product-fields.ts"

describe("a number of the product form", () => {
  test.each(["250", " 250 ", "250 €", "0", "1 250", "100000"])(
    "the value is a daily price in whole euros: %j",
    (typed) => {
      expect(readNumber("price", typed)).toBe(Number(typed.replace(/\D/g, "")) * 100)
    },
  )

  test.each(["abc", "-1", "450,50", "449,90", "12 50", "1e3", "NaN", "100001"])(
    "an invalid daily price is not replaced by a default: %j",
    (typed) => {
      expect(readNumber("price", typed)).toBeNull()
    },
  )

  test.each([
    ["7", 700],
    ["7,50", 750],
    ["6.05", 605],
    ["0", 0],
  ])("the value is the price of a pack to the cent: %j", (typed, cents) => {
    expect(readNumber("photoPackPrice", typed)).toBe(cents)
  })

  test.each(["sept", "-7", "7,505"])("the value is no price of a pack: %j", (typed) => {
    expect(readNumber("photoPackPrice", typed)).toBeNull()
  })

  test.each([
    ["1", 1],
    [" 36 ", 36],
    ["10000", 10_000],
  ])("the value is a number of photos: %j", (typed, quantity) => {
    expect(readNumber("photoPackQuantity", typed)).toBe(quantity)
  })

  test.each(["0", "-3", "1,5", "beaucoup", "1e3", "0x24", "10001"])("the value is no number of photos: %j", (typed) => {
    expect(readNumber("photoPackQuantity", typed)).toBeNull()
  })

  test.each([
    ["price", 0],
    ["photoPackPrice", 700],
    ["photoPackQuantity", 18],
  ] as const)("an empty field means its default: %s", (field, value) => {
    expect(readNumber(field, "")).toBe(value)
    expect(readNumber(field, "  ")).toBe(value)
  })

  test("any input is refused or becomes a valid database value", () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        expect((readNumber("price", typed) ?? 0) % 100).toBe(0)
        for (const field of ["price", "photoPackPrice", "photoPackQuantity"] as const) {
          const value = readNumber(field, typed) ?? 1
          expect(
            Number.isSafeInteger(value) && value >= (field === "photoPackQuantity" ? 1 : 0) && value < 2 ** 31,
          ).toBe(true)
        }
      }),
    )
  })
})

test("a feature counts only when it is not blank @V-product-feature", () => {
  expect(cleanFeatures([" Rideau ", "", "   ", "Tirages illimités"])).toEqual(["Rideau", "Tirages illimités"])
})

describe("the address of a manual", () => {
  test("the address may be the page that this site generates for the manual", () => {
    expect(isManualUrl("/manual/abc")).toBe(true)
  })

  test.each([
    "https://exemple.example/notice.pdf",
    "http://exemple.example",
    "HTTPS://EXEMPLE.EXAMPLE",
    "/manual/abc",
    "/files/notice.pdf",
  ])("the address is valid: %s", (text) => {
    expect(isManualUrl(text)).toBe(true)
  })

  test.each([
    "",
    "notice",
    "javascript:alert(1)",
    "//exemple.example",
    "/\\exemple.example",
    "https://",
    "ftp://exemple.example",
    "https://a b.example",
    "https://exemple.example/ma notice",
    "xhttps://exemple.example",
    "https://exemple",
    "http://localhost:3000/notice",
    "/ma notice.pdf",
  ])("the address is invalid: %s", (text) => {
    expect(isManualUrl(text)).toBe(false)
  })
})
