import fc from "fast-check"
import { expect, test } from "vitest"
import { typeset, typesetAll } from "./typography.ts"

test("double punctuation, quotes and units never start a line", () => {
  expect(typeset("Une caution ? Oui : « 1 000 € » au plus, à 10 km.")).toBe(
    "Une caution\u202f? Oui\u00a0: «\u00a01\u202f000\u202f€\u00a0» au plus, à 10\u00a0km.",
  )
})

test("phone numbers, mail addresses and Markdown stay as they are", () => {
  for (const text of [
    "01 99 00 47 12",
    "bonjour@guinguette.example",
    "## Un titre\n\n- un point\n- deux",
    "12 quai de la Marne, 94340 Joinville",
  ]) {
    expect(typeset(text)).toBe(text)
  }
})

test("typesetting is idempotent, and only ever changes spaces", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..." «»:;?!€km%0123456789abé\n#-") }), (text) => {
      const once = typeset(text)
      expect(typeset(once)).toBe(once)
      expect(once.replace(/[\u00a0\u202f]/g, " ")).toBe(text)
    }),
  )
})

test("data keep their shape", () => {
  expect(typesetAll({ a: [1, "b ?", null], c: { d: true } })).toEqual({ a: [1, "b\u202f?", null], c: { d: true } })
})
