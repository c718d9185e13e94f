import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type Day, addDays, startOfDayInParis } from "../day.ts"
import {
  type CancelledBooking,
  companyCancellation,
  customerCancellation,
  capRetained,
  retainedPercent,
  withdrawalSettlement,
} from "./cancellation-settlement.ts"

const tiers = [
  { daysBefore: 30, refundPercent: 100 },
  { daysBefore: 14, refundPercent: 50 },
]
const firstDay: Day = "2027-06-12"
const daysBefore = (days: number) => new Date(startOfDayInParis(addDays(firstDay, -days)).getTime() + 10 * 3_600_000)
const booking: CancelledBooking = {
  total: 60_000,
  firstDay,
  signed: true,
  paid: 18_000,
  dueByThen: 18_000,
  tiers,
}

describe("the share retained by a tier", () => {
  test.each([
    [365, 0],
    [30, 0],
    [29, 50],
    [14, 50],
    [13, 100],
    [0, 100],
    [-3, 100],
  ])("the share retained %i days before is %i %%", (days, percent) => {
    expect(retainedPercent(tiers, days)).toBe(percent)
    expect(retainedPercent(tiers.toReversed(), days)).toBe(percent)
  })

  test("the share is full below every tier, and that of the last tier on the day itself", () => {
    expect(retainedPercent([], 300)).toBe(100)
    expect(retainedPercent([{ daysBefore: 0, refundPercent: 20 }], -1)).toBe(80)
  })
})

describe("a cancellation by the customer (D53)", () => {
  test("everything is refunded while the tier retains nothing", () => {
    expect(customerCancellation(booking, daysBefore(40))).toEqual({
      retainedPercent: 0,
      retained: 0,
      refund: 18_000,
      owed: 0,
      indemnity: 0,
    })
  })

  test("the share is of the total, not of the payments, and never more than was paid", () => {
    // Half of 600 € is more than the 180 € that were paid.
    expect(customerCancellation(booking, daysBefore(20))).toMatchObject({ retained: 18_000, refund: 0, owed: 0 })
    // Half of 600 €, with the whole price paid early.
    expect(customerCancellation({ ...booking, paid: 60_000 }, daysBefore(20))).toMatchObject({
      retained: 30_000,
      refund: 30_000,
      owed: 0,
    })
  })

  test("an amount that was due and unpaid is claimed, and nothing beyond it", () => {
    expect(customerCancellation({ ...booking, paid: 0 }, daysBefore(20))).toMatchObject({
      retained: 18_000,
      refund: 0,
      owed: 18_000,
    })
    expect(customerCancellation({ ...booking, paid: 18_000, dueByThen: 60_000 }, daysBefore(5))).toMatchObject({
      retained: 60_000,
      refund: 0,
      owed: 42_000,
    })
    // Nothing was due yet: a total payable later is not claimed, however near the tier.
    expect(customerCancellation({ ...booking, paid: 0, dueByThen: 0 }, daysBefore(5))).toMatchObject({
      retained: 0,
      refund: 0,
      owed: 0,
    })
  })

  test("a cancellation is free before the signature, whatever was paid or scheduled", () => {
    expect(customerCancellation({ ...booking, signed: false }, daysBefore(2))).toEqual({
      retainedPercent: 0,
      retained: 0,
      refund: 18_000,
      owed: 0,
      indemnity: 0,
    })
  })

  test("days are counted in Paris time: the tier changes at midnight there", () => {
    // 29 days before, at 00:30 in Paris, is still 30 days before in London.
    expect(customerCancellation(booking, new Date("2027-05-13T22:30:00Z")).retainedPercent).toBe(50)
    expect(customerCancellation(booking, new Date("2027-05-13T21:30:00Z")).retainedPercent).toBe(0)
  })

  test("half a cent is rounded away from zero (D30)", () => {
    const odd = { ...booking, total: 60_001, paid: 60_001 }
    expect(customerCancellation(odd, daysBefore(20))).toMatchObject({ retained: 30_001, refund: 30_000 })
  })
})

test("an end with a failed payment retains only what was paid or due", () => {
  const share = 30_000
  expect(capRetained(share, { paid: 60_000, dueByThen: 18_000 })).toBe(30_000)
  expect(capRetained(share, { paid: 18_000, dueByThen: 18_000 })).toBe(18_000)
  expect(capRetained(share, { paid: 0, dueByThen: 25_000 })).toBe(25_000)
  expect(capRetained(share, { paid: 26_000, dueByThen: 25_000 })).toBe(26_000)
})

describe("a cancellation by the company (D43)", () => {
  test("everything is refunded, with an indemnity equal to the customer's own fee", () => {
    const paid = { ...booking, paid: 60_000 }
    const settled = companyCancellation(paid, { at: daysBefore(20), forceMajeure: false })
    expect(settled).toEqual({ retainedPercent: 0, retained: 0, refund: 60_000, owed: 0, indemnity: 30_000 })
  })

  test("the indemnity is zero in a case of force majeure, or where the fee would be", () => {
    const paid = { ...booking, paid: 60_000 }
    expect(companyCancellation(paid, { at: daysBefore(20), forceMajeure: true })).toMatchObject({
      refund: 60_000,
      indemnity: 0,
    })
    expect(companyCancellation(paid, { at: daysBefore(40), forceMajeure: false }).indemnity).toBe(0)
    expect(companyCancellation({ ...paid, signed: false }, { at: daysBefore(1), forceMajeure: false })).toMatchObject({
      refund: 60_000,
      indemnity: 0,
    })
  })

  test("the indemnity after the event has begun is that of its first day", () => {
    expect(companyCancellation(booking, { at: daysBefore(-1), forceMajeure: false }).indemnity).toBe(18_000)
  })
})

describe("a withdrawal", () => {
  test("everything but the performed part is refunded, and a shortfall is claimed", () => {
    expect(withdrawalSettlement({ paid: 60_000 }, 0)).toMatchObject({ retained: 0, refund: 60_000, owed: 0 })
    expect(withdrawalSettlement({ paid: 60_000 }, 20_000)).toMatchObject({ retained: 20_000, refund: 40_000, owed: 0 })
    expect(withdrawalSettlement({ paid: 18_000 }, 20_000)).toMatchObject({ refund: 0, owed: 2_000 })
  })
})

test("any cancellation at any time loses, invents or refunds twice no cent", () => {
  const amounts = fc.nat({ max: 5_000_000 })
  const anyTiers = fc.array(
    fc.record({ daysBefore: fc.nat({ max: 90 }), refundPercent: fc.integer({ min: 0, max: 100 }) }),
    { maxLength: 6 },
  )
  fc.assert(
    fc.property(
      fc.record({ total: amounts, paid: amounts, dueByThen: amounts, tiers: anyTiers, signed: fc.boolean() }),
      fc.integer({ min: -5, max: 100 }),
      (booking, days) => {
        const any = { ...booking, firstDay }
        const { total, paid, dueByThen } = booking
        const settled = customerCancellation(any, daysBefore(days))
        expect(settled.retained + settled.refund - settled.owed).toBe(paid)
        expect(Math.min(settled.refund, settled.owed)).toBe(0)
        expect(settled.retained).toBeLessThanOrEqual(Math.min(total, Math.max(paid, dueByThen)))
        const company = companyCancellation(any, { at: daysBefore(days), forceMajeure: false })
        expect(company.refund).toBe(paid)
        expect(company.indemnity).toBe(settled.retained)
      },
    ),
  )
})
