import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { nextPayment } from "./next-payment.ts"
import { dueLater, openInstalments, amountStillDue } from "./open-instalments.ts"
import type { InstalmentRow } from "./payment.ts"

const instalments: InstalmentRow[] = [
  { kind: "down-payment", amount: 19_140, dueOn: null },
  { kind: "balance", amount: 44_660, dueOn: "2027-06-05" },
]

describe("the instalments due later", () => {
  test.each([
    ["the balance, once the down payment is asked for", 0, "2027-05-01", [44_660]],
    ["what a part of the balance leaves", 20_000, "2027-05-01", []],
    ["nothing, once both are asked for together", 140, "2027-06-05", []],
    ["nothing, where all is paid", 63_800, "2027-06-05", []],
  ] as const)("the amount due later is %s", (_name, paid, today, amounts) => {
    const later = dueLater({ paid, instalments }, nextPayment(instalments, paid, today))
    expect(later.map(({ amount }) => amount)).toEqual(amounts)
  })

  test("the amount due later is never more than the unpaid instalments", () => {
    const rows = fc.array(fc.integer({ min: 1, max: 100_000 }), { maxLength: 4 })
    fc.assert(
      fc.property(rows, fc.integer({ min: 0, max: 300_000 }), (amounts, paid) => {
        const generated = amounts.map((amount): InstalmentRow => ({ kind: "balance", amount, dueOn: "2027-06-05" }))
        const open = openInstalments({ paid, instalments: generated }).reduce((sum, { amount }) => sum + amount, 0)
        expect(open).toBe(Math.max(0, amounts.reduce((sum, amount) => sum + amount, 0) - paid))
      }),
    )
  })
})

describe("the amount still due of a payment", () => {
  const payment = { amount: 19_140, coversFrom: 0 }

  test.each([
    ["all of it, where nothing has changed", { totalDue: 63_800, paid: 0 }, 19_140],
    ["nothing, where somebody else has paid the same", { totalDue: 63_800, paid: 19_140 }, 0],
    ["the rest, where somebody has paid a part", { totalDue: 63_800, paid: 10_000 }, 9140],
    ["nothing of a booking that was cancelled", { totalDue: 0, paid: 0 }, 0],
    ["what a cancellation keeps", { totalDue: 5000, paid: 0 }, 5000],
    ["nothing beyond a price that fell", { totalDue: 12_000, paid: 0 }, 12_000],
  ])("the amount still due is %s", (_name, now, due) => {
    expect(amountStillDue(payment, now)).toBe(due)
  })

  test("payments never exceed the requested amount, in any order", () => {
    const one = fc.record({
      amount: fc.integer({ min: 1, max: 50_000 }),
      coversFrom: fc.integer({ min: 0, max: 50_000 }),
    })
    fc.assert(
      fc.property(fc.array(one, { maxLength: 8 }), fc.integer({ min: 0, max: 100_000 }), (generated, amountDue) => {
        let paid = 0
        for (const each of generated) {
          const due = amountStillDue(each, { totalDue: amountDue, paid })
          expect(due).toBeGreaterThanOrEqual(0)
          expect(due).toBeLessThanOrEqual(each.amount)
          paid += due
        }
        expect(paid).toBeLessThanOrEqual(amountDue)
      }),
    )
  })
})
