import fc from "fast-check"
import { expect, test } from "vitest"
import { paymentReference, readPaymentReference } from "./payment-reference.ts"

test("a reference is short, without ambiguous characters, and is recognised however it is typed", () => {
  expect(paymentReference(1042)).toBe("GU34YDF")
  expect(readPaymentReference("gu34 ydf")).toBe(1042)
  expect(readPaymentReference("GU-34YD.F")).toBe(1042)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 40 }), (number) => {
      const reference = paymentReference(number)
      expect(reference).toMatch(/^GU[^0O1IL2Z5S8BUV]{5,10}$/)
      expect(readPaymentReference(reference)).toBe(number)
    }),
  )
})

test("a reference with one wrong character, or two swapped neighbours, is refused", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), fc.nat(), fc.nat(), (number, where, other) => {
      const reference = paymentReference(number)
      const at = 2 + (where % (reference.length - 2))
      const sign = "34679ACDEFGHJKMNPQRTWXY"[other % 23] ?? ""
      const wrong = reference.slice(0, at) + sign + reference.slice(at + 1)
      if (wrong !== reference) expect(readPaymentReference(wrong)).toBeNull()
      const [left, right] = [reference[at] ?? "", reference[at + 1] ?? ""]
      const turned = reference.slice(0, at) + right + left + reference.slice(at + 2)
      if (turned !== reference) expect(readPaymentReference(turned)).toBeNull()
    }),
  )
})

test.each([
  "",
  "GU",
  "GUP",
  "1042",
  "XX34YAP",
  "XX34YDF",
  "GU34YDO",
  "GU0333A",
  "GU3333",
  "GU333334YAP",
  "GU34YDFA",
  `GU${"Y".repeat(40)}`,
])("the text %j is no reference", (typed) => {
  expect(readPaymentReference(typed)).toBeNull()
})

test.each([-1, 1.5, Number.NaN, 2 ** 60])("the number %d is no booking number", (number) => {
  expect(() => paymentReference(number)).toThrow(new RangeError("A booking's number is whole"))
})
