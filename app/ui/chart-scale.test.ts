import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { buildScale } from "./chart-scale.ts"

describe("the scale of a chart", () => {
  test.each([
    [[4_280], { top: 6_000, ticks: [0, 2_000, 4_000, 6_000] }],
    [[100], { top: 100, ticks: [0, 50, 100] }],
    [[7, 3], { top: 8, ticks: [0, 2, 4, 6, 8] }],
    [[0.3], { top: 0.3, ticks: [0, 0.1, 0.2, 0.3] }],
    [[], { top: 1, ticks: [0] }],
    [[0, 0], { top: 1, ticks: [0] }],
  ])("the scale of %j has round lines", (values, scale) => {
    expect(buildScale(values)).toEqual(scale)
  })

  test("the scale of a count has whole steps, and never exceeds a natural maximum", () => {
    expect(buildScale([2], { whole: true }).ticks).toEqual([0, 1, 2])
    expect(buildScale([0], { limit: 100 })).toEqual({ top: 100, ticks: [0] })
    expect(buildScale([250], { limit: 100 }).top).toBe(100)
  })

  test("the scale holds every value, within the requested number of even lines", () => {
    const values = fc.array(
      fc.double({ min: 0, max: 1e9, noNaN: true }).filter((value) => value === 0 || value > 1e-6),
      { minLength: 1, maxLength: 40 },
    )
    fc.assert(
      fc.property(values, fc.integer({ min: 2, max: 6 }), (all, lines) => {
        const { top, ticks } = buildScale(all, { lines })
        expect(top).toBeGreaterThanOrEqual(Math.max(...all) * (1 - 1e-6))
        expect(ticks.length).toBeLessThanOrEqual(lines + 1)
        expect(ticks[0]).toBe(0)
        expect(ticks).toEqual(ticks.toSorted((a, b) => a - b))
      }),
    )
  })
})
