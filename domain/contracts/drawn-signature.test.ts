import { describe, expect, test } from "vitest"
import { MAX_POINTS, MAX_STROKES, drawnSignaturePath, readDrawnSignature } from "./drawn-signature.ts"

const line: readonly (readonly [number, number])[] = [
  [0.01, 0.01],
  [0.1, 0.07],
  [0.2, 0.03],
]

describe("a drawn signature", () => {
  test("the signature is its strokes to a thousandth, and the path of an SVG", () => {
    const read = readDrawnSignature([line, [[0.30004, 1 / 3]]])
    expect(read).toEqual({ ok: true, value: { kind: "drawn", strokes: [line, [[0.3, 0.333]]] } })
    expect(read.ok && drawnSignaturePath(read.value, 1000)).toBe("M10 10L100 70L200 30M300 333L300 333")
  })

  test.each<[string, unknown]>([
    ["a path", "M0 0L10 10"],
    ["markup", [["<script>"]]],
    ["an object", { strokes: [line] }],
    ["a stroke without points", [line, []]],
    ["a point to the right of the sheet", [[...line, [1.001, 0.1]]]],
    ["a point below the sheet", [[...line, [0.1, 0.334]]]],
    ["a negative point", [[...line, [-0.1, 0.1]]]],
    ["a number as text", [[...line, ["0.1", 0.1]]]],
    ["three coordinates", [[...line, [0.1, 0.1, 0.1]]]],
    ["a coordinate that is not a number", [[...line, [Number.NaN, 0.1]]]],
    ["nothing", null],
  ])("the signature cannot be %s", (_, sent) => {
    expect(readDrawnSignature(sent)).toEqual({ ok: false, error: "unreadable" })
  })

  test("the signature is more than a dot", () => {
    const tremble = [
      [0.09, 0.09],
      [0.1, 0.1],
    ]
    expect(readDrawnSignature([])).toEqual({ ok: false, error: "empty" })
    expect(readDrawnSignature([[[0.5, 0.1]], tremble])).toEqual({ ok: false, error: "empty" })
  })

  test("the length is that of the pen's path, also from the corner of the sheet", () => {
    const corner = [
      [0, 0],
      [0.06, 0],
    ]
    expect(readDrawnSignature([corner])).toEqual({ ok: true, value: { kind: "drawn", strokes: [corner] } })
    expect(readDrawnSignature([corner.toReversed(), [[1, 1 / 3]]]).ok).toBe(true)
    expect(readDrawnSignature([corner.map(([x = 0, y = 0]) => [x * 0.98, y])])).toEqual({ ok: false, error: "empty" })
    // Back and forth: three points, each a little way from the one before it.
    const away = [0, 0.02, 0, 0.02].map((x) => [x, 0.1])
    expect(readDrawnSignature([away]).ok).toBe(true)
    expect(readDrawnSignature([away.slice(1)])).toEqual({ ok: false, error: "empty" })
  })

  test("the signature has a maximum size", () => {
    const strokes = Array.from({ length: MAX_STROKES + 1 }, () => line)
    expect(readDrawnSignature(strokes)).toEqual({ ok: false, error: "too-long" })
    expect(readDrawnSignature(strokes.slice(1)).ok).toBe(true)
    const points = Array.from({ length: MAX_POINTS + 1 }, (_, index) => [(index % 600) / 600, 0])
    expect(readDrawnSignature([points])).toEqual({ ok: false, error: "too-long" })
    expect(readDrawnSignature([points.slice(1)]).ok).toBe(true)
  })
})
