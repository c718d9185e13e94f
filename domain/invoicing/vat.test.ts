import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { netLines, splitTotal } from "./vat.ts"

const included = { vatMode: "included", vatRate: 2000, vatOnDebits: false } as const
const franchise = { ...included, vatMode: "franchise" } as const

describe("VAT and net lines (D30)", () => {
  test("VAT is derived from the total, half away from zero, and the net is the rest", () => {
    expect(splitTotal(44_400, included)).toEqual({ net: 37_000, vat: 7_400 })
    expect(splitTotal(13_320, included)).toEqual({ net: 11_100, vat: 2_220 })
    expect(splitTotal(1003, included)).toEqual({ net: 836, vat: 167 })
    expect(splitTotal(-1003, included)).toEqual({ net: -836, vat: -167 })
    expect(splitTotal(1003, { ...included, vatRate: 550 })).toEqual({ net: 951, vat: 52 })
  })

  test("an exempt total has no VAT, whatever the rate", () => {
    expect(splitTotal(1003, franchise)).toEqual({ net: 1003, vat: 0 })
    expect(netLines([1000, 3], franchise)).toEqual([1000, 3])
  })

  test("cents lost by rounding down go to the largest remainder, the earlier line first", () => {
    // 833.33… twice and 8.33…: the net of 2010 is 1675, one cent above 833 + 833 + 8.
    expect(netLines([1000, 1000, 10], included)).toEqual([834, 833, 8])
    expect(netLines([10, 1000, 1000], included)).toEqual([9, 833, 833])
    // 834.17, 83.33 and 0.83, of which the last takes the cent.
    expect(netLines([1001, 100, 1], included)).toEqual([834, 83, 1])
  })

  test("a line of zero stays zero, also reversed for a credit note", () => {
    expect(netLines([1000, 0, -0], included)).toEqual([833, 0, 0])
  })

  test("a discount is a negative line", () => {
    const nets = netLines([25_000, -2_505], included)
    expect(nets).toEqual([20_833, -2_087])
    expect(nets[0]! + nets[1]!).toBe(splitTotal(22_495, included).net)
  })

  test("lines add up to the net of the total, each within a cent of its own, at any rate", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -5_000_00, max: 50_000_00 }), { minLength: 1, maxLength: 30 }),
        fc.constantFrom(0, 210, 550, 1000, 2000),
        (gross, vatRate) => {
          const vat = { ...included, vatRate }
          const nets = netLines(gross, vat)
          const total = gross.reduce((sum, amount) => sum + amount, 0)
          const { net, vat: tax } = splitTotal(total, vat)
          expect(nets.reduce((sum, amount) => sum + amount, 0)).toBe(net)
          expect(net + tax).toBe(total)
          for (const [index, amount] of gross.entries())
            expect(Math.abs(nets[index]! - (amount * 10_000) / (10_000 + vatRate))).toBeLessThan(1)
        },
      ),
    )
  })
})
