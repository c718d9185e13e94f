import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { contrast, toHex, hueDistance, parseOklch, clampToGamut } from "./oklch.ts"

describe("a colour by lightness, chroma and hue", () => {
  // Values from the CSS Color 4 specification.
  test.each([
    ["#ff0000", 0.62796, 0.25768, 29.23],
    ["#00ff00", 0.86644, 0.29483, 142.5],
    ["#0000ff", 0.45201, 0.31321, 264.05],
    ["#800080", 0.42091, 0.19349, 328.36],
    ["#FFFFFF", 1, 0, null],
    ["#000000", 0, 0, null],
  ])("the colour %s matches the standard", (hex, l, c, h) => {
    const color = parseOklch(hex)
    expect(color?.l).toBeCloseTo(l, 4)
    expect(color?.c).toBeCloseTo(c, 4)
    if (h !== null) expect(color?.h).toBeCloseTo(h, 1)
  })

  test("the colour reads back unchanged", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
        const hex = `#${number.toString(16).padStart(6, "0")}`
        const color = parseOklch(hex)
        expect(color && toHex(color)).toBe(hex)
      }),
    )
  })

  test("the colour is null when it is not six digits after a hash", () => {
    for (const text of ["#fff", "ff0000", "#ff00000", "x#ff0000", "#gg0000"]) expect(parseOklch(text)).toBeNull()
  })
})

describe("a colour outside the screen's gamut", () => {
  test("the colour loses as little chroma as possible, and nothing else", () => {
    for (const color of [
      { l: 0.7, c: 0.4, h: 150 },
      { l: 0.5, c: 0.4, h: 264 },
      { l: 0.9, c: 0.3, h: 30 },
    ]) {
      const displayable = clampToGamut(color)
      expect([displayable.l, displayable.h]).toEqual([color.l, color.h])
      expect(displayable.c).toBeLessThan(color.c)
      expect(clampToGamut(displayable)).toBe(displayable)
      const more = { ...displayable, c: displayable.c + 0.001 }
      expect(clampToGamut(more)).not.toBe(more)
    }
    expect(clampToGamut({ l: 0.7, c: 0.4, h: 150 }).c).toBeCloseTo(0.1928, 4)
  })

  test("the colour becomes the nearest displayable one, white and black at the ends", () => {
    expect(toHex({ l: 0.7, c: 0.4, h: 150 })).toBe("#00be58")
    expect(toHex({ l: 1.2, c: 0.1, h: 40 })).toBe("#ffffff")
    expect(toHex({ l: -0.2, c: 0.1, h: 40 })).toBe("#000000")
  })
})

describe("the contrast of two colours (WCAG 2.2)", () => {
  test.each([
    ["#000000", "#ffffff", 21],
    ["#ffffff", "#ffffff", 1],
    ["#767676", "#ffffff", 4.54],
    ["#ff0000", "#0000ff", 2.15],
    ["#0a0a0a", "#ffffff", 19.8],
  ])("the contrast of %s and %s is the same both ways", (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 2)
    expect(contrast(other, one)).toBeCloseTo(ratio, 2)
  })
})

test.each([
  [350, 10, 20],
  [10, 350, 20],
  [0, 180, 180],
  [30, 75, 45],
  [0, 360, 0],
])("the hues of %s and %s degrees are %s apart", (one, other, degrees) => {
  expect(hueDistance(one, other)).toBe(degrees)
})
