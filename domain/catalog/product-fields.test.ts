import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { correct, isManualUrl, keptFeatures } from "./product-fields.ts"

describe("what is typed into the product form", () => {
  test.each(["250", " 250 ", "250 €", "0", "1 250", "100000"])(
    "is a daily price when it is whole euros: %j",
    (typed) => {
      expect(correct("price", typed)).toEqual({ value: Number(typed.replace(/\D/g, "")) * 100, corrected: false })
    },
  )

  test.each(["", "abc", "-1", "249,50", "12 50", "1e3", "NaN", "100001"])(
    "becomes 0 when it is no daily price: %j",
    (typed) => {
      expect(correct("price", typed)).toEqual({ value: 0, corrected: true })
    },
  )

  test.each([
    ["7", 700],
    ["7,50", 750],
    ["6.05", 605],
    ["0", 0],
  ])("is the price of a pack to the cent: %j", (typed, cents) => {
    expect(correct("photoPackPrice", typed)).toEqual({ value: cents, corrected: false })
  })

  test.each(["", "sept", "-7", "7,505"])("becomes 7 euros when it is no price of a pack: %j", (typed) => {
    expect(correct("photoPackPrice", typed)).toEqual({ value: 700, corrected: true })
  })

  test.each([
    ["1", 1],
    [" 36 ", 36],
    ["10000", 10_000],
  ])("is a number of photos: %j", (typed, quantity) => {
    expect(correct("photoPackQuantity", typed)).toEqual({ value: quantity, corrected: false })
  })

  test.each(["", "0", "-3", "1,5", "beaucoup", "1e3", "0x24", "10001"])(
    "becomes 18 photos when it is no such number: %j",
    (typed) => {
      expect(correct("photoPackQuantity", typed)).toEqual({ value: 18, corrected: true })
    },
  )

  test("always ends as something that the database takes", () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        expect(correct("price", typed).value % 100).toBe(0)
        for (const field of ["price", "photoPackPrice", "photoPackQuantity"] as const) {
          const { value } = correct(field, typed)
          expect(
            Number.isSafeInteger(value) && value >= (field === "photoPackQuantity" ? 1 : 0) && value < 2 ** 31,
          ).toBe(true)
        }
      }),
    )
  })
})

test("a feature counts only when something is left of it after trimming @V-product-feature", () => {
  expect(keptFeatures([" Rideau ", "", "   ", "Tirages illimités"])).toEqual(["Rideau", "Tirages illimités"])
})

describe("the address of a manual", () => {
  test("may be the page that this site makes of it", () => {
    expect(isManualUrl("/manual/abc")).toBe(true)
  })

  test.each([
    "https://exemple.example/notice.pdf",
    "http://exemple.example",
    "HTTPS://EXEMPLE.EXAMPLE",
    "/manual/abc",
    "/files/notice.pdf",
  ])("is one: %s", (text) => {
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
  ])("is none: %s", (text) => {
    expect(isManualUrl(text)).toBe(false)
  })
})
