import { describe, expect, test } from "vitest"
import { MAX_POINTS, MAX_STROKES, drawnSignaturePath, readDrawnSignature } from "./drawn-signature.ts"

const line = [
  [10, 10],
  [60, 40],
  [120, 20],
] as const

describe("a drawn signature", () => {
  test("is its strokes, and the path of an SVG", () => {
    const read = readDrawnSignature([line, [[200, 100]]])
    expect(read).toEqual({ ok: true, value: { strokes: [line, [[200, 100]]] } })
    expect(read.ok && drawnSignaturePath(read.value)).toBe("M10 10L60 40L120 20M200 100L200 100")
  })

  test.each<[string, unknown]>([
    ["a path", "M0 0L10 10"],
    ["markup", [["<script>"]]],
    ["an object", { strokes: [line] }],
    ["a stroke without points", [line, []]],
    ["a point beside the sheet", [[...line, [601, 10]]]],
    ["a negative point", [[...line, [-1, 10]]]],
    ["a point between two", [[...line, [1.5, 10]]]],
    ["a number as text", [[...line, ["10", 10]]]],
    ["three coordinates", [[...line, [10, 10, 10]]]],
    ["no number", [[...line, [Number.NaN, 10]]]],
    ["nothing", null],
  ])("is not %s", (_, sent) => {
    expect(readDrawnSignature(sent)).toEqual({ ok: false, error: "unreadable" })
  })

  test("is more than a dot", () => {
    expect(readDrawnSignature([])).toEqual({ ok: false, error: "empty" })
    expect(
      readDrawnSignature([
        [[5, 5]],
        [
          [9, 9],
          [10, 10],
        ],
      ]),
    ).toEqual({ ok: false, error: "empty" })
  })

  test("has an end", () => {
    const strokes = Array.from({ length: MAX_STROKES + 1 }, () => line)
    expect(readDrawnSignature(strokes)).toEqual({ ok: false, error: "too-long" })
    const points = Array.from({ length: MAX_POINTS + 1 }, (_, i) => [i % 600, 0])
    expect(readDrawnSignature([points])).toEqual({ ok: false, error: "too-long" })
  })
})
