import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type TierInput, readTiers } from "./cancellation-tiers.ts"

const row = (daysBefore: string | number, refundPercent: string | number): TierInput => ({
  daysBefore: String(daysBefore),
  refundPercent: String(refundPercent),
})

describe("the tiers of a cancellation (D29)", () => {
  test("the tiers are sorted, the earliest first, without empty rows", () => {
    expect(readTiers([row(0, 0), row("", " "), row(" 30 ", 100), row(14, 50)])).toEqual({
      ok: true,
      value: [
        { daysBefore: 30, refundPercent: 100 },
        { daysBefore: 14, refundPercent: 50 },
        { daysBefore: 0, refundPercent: 0 },
      ],
    })
    expect(readTiers([])).toEqual({ ok: true, value: [] })
  })

  test.each([
    ["half a row", [row(30, 100), row(14, "")], { row: 1, kind: "incomplete" }],
    ["days that are no whole number", [row("1,5", 100)], { row: 0, kind: "days" }],
    ["days in a notation of engineers", [row("1e2", 100)], { row: 0, kind: "days" }],
    ["days below zero", [row(-1, 100)], { row: 0, kind: "days" }],
    ["more than everything", [row(30, 101)], { row: 0, kind: "percent" }],
    ["the same day twice", [row(30, 100), row(14, 50), row("014", 20)], { row: 2, kind: "repeated" }],
    ["more given back nearer to the event", [row(14, 80), row(30, 50)], { row: 0, kind: "rises" }],
  ] as const)("the tiers are refused for %s", (_, rows, problem) => {
    expect(readTiers(rows)).toEqual({ ok: false, error: problem })
  })

  test("accepted tiers are accepted again unchanged, sorted and decreasing @R-admin-tiers", () => {
    const rows = fc.array(fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 100 })), {
      maxLength: 8,
    })
    fc.assert(
      fc.property(rows, (pairs) => {
        const read = readTiers(pairs.map(([days, percent]) => row(days, percent)))
        if (!read.ok) return
        expect(readTiers(read.value.map((tier) => row(tier.daysBefore, tier.refundPercent)))).toEqual(read)
        for (const [index, tier] of read.value.entries()) {
          const before = read.value[index - 1]
          if (!before) continue
          expect(tier.daysBefore).toBeLessThan(before.daysBefore)
          expect(tier.refundPercent).toBeLessThanOrEqual(before.refundPercent)
        }
      }),
    )
  })
})
