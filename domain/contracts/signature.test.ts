import { expect, test } from "vitest"
import { MAX_NAME_LENGTH, checkSignature } from "./signature.ts"

const typed = (text: string) => ({ kind: "typed" as const, text })
const long = "é".repeat(MAX_NAME_LENGTH)

test("a name and a typed signature are stored without surplus spaces", () => {
  expect(checkSignature({ name: "  Camille \n  Marchand ", signature: typed(" C. Marchand ") })).toEqual({
    ok: true,
    value: { name: "Camille Marchand", signature: typed("C. Marchand") },
  })
  expect(checkSignature({ name: long, signature: typed(long) })).toMatchObject({ ok: true })
})

test("a drawn signature is stored so that it can be drawn again", () => {
  const strokes = [
    [
      [0.1, 0.1],
      [0.4, 0.2],
      [0.8, 0.1],
    ],
  ] as const
  expect(checkSignature({ name: "Camille", signature: { kind: "drawn", strokes } })).toMatchObject({
    ok: true,
    value: { signature: { kind: "drawn" } },
  })
})

test.each([
  ["name-missing", " \t", typed("C")],
  ["name-too-long", `${long}é`, typed("C")],
  ["signature-missing", "Camille", typed("  ")],
  ["signature-unreadable", "Camille", typed(`${long}é`)],
  ["signature-missing", "Camille", { kind: "drawn" as const, strokes: [] }],
  ["signature-unreadable", "Camille", { kind: "drawn" as const, strokes: [[[7, 7] as const, [9, 9] as const]] }],
])("the problem is reported: %s", (kind, name, signature) => {
  expect(checkSignature({ name, signature })).toEqual({ ok: false, error: { kind } })
})

test("a name or a signature with unprintable characters is refused", () => {
  expect(checkSignature({ name: "王小明", signature: typed("عائشة") })).toMatchObject({ ok: true })
  expect(checkSignature({ name: "Camille 🌻", signature: typed("C") })).toEqual({
    ok: false,
    error: { kind: "name-unprintable", text: "Camille 🌻" },
  })
  expect(checkSignature({ name: "Camille", signature: typed("ꀀꀁ") })).toEqual({
    ok: false,
    error: { kind: "signature-unprintable", text: "ꀀꀁ" },
  })
})
