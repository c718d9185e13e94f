import { describe, expect, test } from "vitest"
import { endRentalForCompany, endRentalForCustomer } from "./rental-end.ts"

/** 250 + 590 + delivery 40 = 880, 264 paid (D60). */
const booking = {
  total: 88_000,
  firstDay: "2027-06-12",
  signed: true,
  paid: 26_400,
  dueByThen: 26_400,
  tiers: [
    { daysBefore: 30, refundPercent: 100 },
    { daysBefore: 14, refundPercent: 50 },
    { daysBefore: 0, refundPercent: 0 },
  ],
} as const
const platform = { amount: 59_000, firstDay: "2027-06-12" } as const
const on = "2027-05-28"

describe("ending one rental of several (D60)", () => {
  test("the customer leaves the smaller of the tier and the rental's share of what was paid", () => {
    expect(endRentalForCustomer(booking, platform, on)).toEqual({
      retainedPercent: 50,
      retained: 17_700,
      refund: 0,
      indemnity: 0,
      total: 46_700,
      balance: 20_300,
    })
  })

  test("the tier limits what is kept of a booking that is paid", () => {
    expect(endRentalForCustomer({ ...booking, paid: 88_000 }, platform, on)).toMatchObject({
      retained: 29_500,
      total: 58_500,
      refund: 29_500,
      balance: 0,
    })
  })

  test("an early notice keeps nothing, and the tier is that of the rental's own first day", () => {
    expect(endRentalForCustomer(booking, platform, "2027-05-01")).toMatchObject({ retained: 0, total: 29_000 })
    expect(endRentalForCustomer(booking, { ...platform, firstDay: "2027-07-10" }, on)).toMatchObject({ retained: 0 })
  })

  test("what an unsigned change adds to the rest counts for the new total, not for what is kept", () => {
    expect(endRentalForCustomer(booking, { ...platform, rest: 47_000 }, on)).toMatchObject({
      retained: 17_700,
      total: 64_700,
      balance: 38_300,
    })
  })

  test("what was due counts as what was paid", () => {
    expect(endRentalForCustomer({ ...booking, paid: 0 }, platform, on)).toMatchObject({
      retained: 17_700,
      refund: 0,
      balance: 46_700,
    })
  })

  test("lines above a discounted total never count for more than all of it", () => {
    const discounted = { ...booking, total: 40_000, paid: 12_000, dueByThen: 12_000 }
    expect(endRentalForCustomer(discounted, platform, on).retained).toBe(12_000)
    expect(endRentalForCustomer({ ...discounted, total: 0, paid: 0, dueByThen: 0 }, platform, on).retained).toBe(0)
  })

  test("the company refunds the rental's share at once and owes what it would have kept (D43)", () => {
    expect(endRentalForCompany(booking, platform, { on, forceMajeure: false })).toEqual({
      retainedPercent: 0,
      retained: 0,
      refund: 17_700,
      indemnity: 17_700,
      total: 29_000,
      balance: 20_300,
    })
    expect(endRentalForCompany(booking, platform, { on, forceMajeure: true })).toMatchObject({ indemnity: 0 })
    expect(endRentalForCompany({ ...booking, paid: 88_000 }, platform, { on, forceMajeure: false })).toMatchObject({
      refund: 59_000,
      indemnity: 29_500,
      balance: 0,
    })
  })
})
