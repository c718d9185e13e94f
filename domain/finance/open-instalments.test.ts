import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { dueLater, nextDue, openInstalments, wantedOf } from "./open-instalments.ts"
import type { InstalmentRow } from "./payment.ts"

const instalments: InstalmentRow[] = [
  { kind: "down-payment", amount: 19_140, dueOn: null },
  { kind: "balance", amount: 44_660, dueOn: "2027-06-05" },
]

describe("what is due", () => {
  test("is the down payment first, and the balance later", () => {
    const money = { paid: 0, instalments }
    const next = nextDue(money, "2027-05-01")
    expect(next).toEqual({ amount: 19_140, dueOn: null, late: false })
    expect(dueLater(money, next)).toEqual([{ kind: "balance", amount: 44_660, dueOn: "2027-06-05" }])
  })

  test("is both together once the day of the second has come, and late the day after", () => {
    const next = nextDue({ paid: 140, instalments }, "2027-06-05")
    expect(next).toEqual({ amount: 63_660, dueOn: null, late: false })
    expect(dueLater({ paid: 140, instalments }, next)).toEqual([])
    expect(nextDue({ paid: 0, instalments }, "2027-06-06")?.late).toBe(true)
  })

  test("is nothing when all is paid, or too much", () => {
    expect(nextDue({ paid: 63_800, instalments }, "2027-06-05")).toBeNull()
    expect(nextDue({ paid: 70_000, instalments }, "2027-06-05")).toBeNull()
    expect(dueLater({ paid: 63_800, instalments }, null)).toEqual([])
  })

  test("is never more than what was asked for and has not come in", () => {
    const rows = fc.array(fc.integer({ min: 1, max: 100_000 }), { maxLength: 4 })
    fc.assert(
      fc.property(rows, fc.integer({ min: 0, max: 300_000 }), (amounts, paid) => {
        const given = amounts.map((amount): InstalmentRow => ({ kind: "balance", amount, dueOn: "2027-06-05" }))
        const open = openInstalments({ paid, instalments: given }).reduce((sum, { amount }) => sum + amount, 0)
        expect(open).toBe(Math.max(0, amounts.reduce((sum, amount) => sum + amount, 0) - paid))
      }),
    )
  })
})

describe("what is wanted of a payment", () => {
  const payment = { amount: 19_140, coversFrom: 0 }

  test.each([
    ["all of it, where nothing has changed", { asked: 63_800, paid: 0 }, 19_140],
    ["nothing, where somebody else has paid the same", { asked: 63_800, paid: 19_140 }, 0],
    ["the rest, where somebody has paid a part", { asked: 63_800, paid: 10_000 }, 9140],
    ["nothing of a booking that was cancelled", { asked: 0, paid: 0 }, 0],
    ["what a cancellation keeps", { asked: 5000, paid: 0 }, 5000],
    ["nothing beyond a price that fell", { asked: 12_000, paid: 0 }, 12_000],
  ])("is %s", (_name, now, wanted) => {
    expect(wantedOf(payment, now)).toBe(wanted)
  })

  test("never takes more than is asked for, whatever comes in and in whatever order", () => {
    const one = fc.record({
      amount: fc.integer({ min: 1, max: 50_000 }),
      coversFrom: fc.integer({ min: 0, max: 50_000 }),
    })
    fc.assert(
      fc.property(fc.array(one, { maxLength: 8 }), fc.integer({ min: 0, max: 100_000 }), (given, asked) => {
        let paid = 0
        for (const each of given) {
          const wanted = wantedOf(each, { asked, paid })
          expect(wanted).toBeGreaterThanOrEqual(0)
          expect(wanted).toBeLessThanOrEqual(each.amount)
          paid += wanted
        }
        expect(paid).toBeLessThanOrEqual(asked)
      }),
    )
  })
})
