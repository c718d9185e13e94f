import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { addDays, dayInParis, startOfDayInParis } from "../day.ts"
import { isWorkingDay } from "../public-holidays.ts"
import {
  type SignedBooking,
  isLawfulWithdrawal,
  needsEarlyPerformance,
  performedShare,
  withdrawalPeriod,
  withdrawalRight,
} from "./withdrawal.ts"

const consumer = { clientType: "individual", withdrawalDays: 14 } as const
const business = { ...consumer, clientType: "business" } as const
const noDays = { ...consumer, withdrawalDays: 0 } as const
/** A Tuesday. */
const signed = new Date("2027-06-01T10:00:00Z")

describe("the withdrawal period", () => {
  test("the period is 14 days from the day after the signature, to the end of the last", () => {
    expect(withdrawalPeriod(signed, consumer)).toEqual({
      firstDay: "2027-06-02",
      lastDay: "2027-06-15",
      endsAt: new Date("2027-06-15T22:00:00Z"),
    })
  })

  test.each([
    ["a Saturday", "2027-06-05T10:00:00Z", "2027-06-21"],
    ["a Sunday", "2027-06-06T10:00:00Z", "2027-06-21"],
    ["Bastille Day, a Wednesday", "2027-06-30T10:00:00Z", "2027-07-15"],
    ["a Saturday before Easter Monday", "2027-03-13T10:00:00Z", "2027-03-30"],
    ["Ascension Day", "2027-04-22T10:00:00Z", "2027-05-07"],
    ["1 January, a Friday", "2026-12-18T10:00:00Z", "2027-01-04"],
  ])("a period that would end on %s ends on the next working day", (_, at, lastDay) => {
    expect(withdrawalPeriod(new Date(at), consumer)?.lastDay).toBe(lastDay)
  })

  test("the period counts the days of Paris, in summer and in winter", () => {
    // 23:30 in Paris is still the same day, half an hour later is the next one.
    expect(withdrawalPeriod(new Date("2027-06-01T21:30:00Z"), consumer)?.firstDay).toBe("2027-06-02")
    expect(withdrawalPeriod(new Date("2027-06-01T22:00:00Z"), consumer)?.firstDay).toBe("2027-06-03")
    expect(withdrawalPeriod(new Date("2027-01-04T23:00:00Z"), consumer)).toMatchObject({
      firstDay: "2027-01-06",
      endsAt: new Date("2027-01-19T23:00:00Z"),
    })
    // Clocks go back on 31 October: the period ends in winter time.
    expect(withdrawalPeriod(new Date("2027-10-20T10:00:00Z"), consumer)?.endsAt).toEqual(
      new Date("2027-11-03T23:00:00Z"),
    )
  })

  test("the period is longer when the shop grants more, and absent for 0 days or a business", () => {
    expect(withdrawalPeriod(signed, { ...consumer, withdrawalDays: 30 })?.lastDay).toBe("2027-07-01")
    expect(withdrawalPeriod(signed, noDays)).toBeNull()
    expect(withdrawalPeriod(signed, business)).toBeNull()
  })

  test("the period is never shorter than its days, and ends on a working day", () => {
    const instants = fc.date({ min: new Date("2025-01-01"), max: new Date("2040-01-01"), noInvalidDate: true })
    fc.assert(
      fc.property(instants, fc.integer({ min: 14, max: 60 }), (at, withdrawalDays) => {
        const period = withdrawalPeriod(at, { ...consumer, withdrawalDays })
        if (!period) throw new Error("no period")
        const min = addDays(dayInParis(at), withdrawalDays)
        expect(period.lastDay >= min && period.lastDay <= addDays(min, 4)).toBe(true)
        expect(isWorkingDay(period.lastDay)).toBe(true)
        expect(dayInParis(new Date(period.endsAt.getTime() - 1))).toBe(period.lastDay)
      }),
    )
  })
})

test("a shop grants no days to withdraw, or no fewer than the law", () => {
  expect([0, 1, 13, 14, 15, 60].filter(isLawfulWithdrawal)).toEqual([0, 14, 15, 60])
})

describe("the two ticks of early performance", () => {
  test("the ticks are required while the first day is not after the period", () => {
    expect(needsEarlyPerformance("2027-06-01", signed, consumer)).toBe(true)
    expect(needsEarlyPerformance("2027-06-15", signed, consumer)).toBe(true)
    expect(needsEarlyPerformance("2027-06-16", signed, consumer)).toBe(false)
    // The period ends on the Monday, not on the Saturday.
    expect(needsEarlyPerformance("2027-06-21", new Date("2027-06-05T10:00:00Z"), consumer)).toBe(true)
  })

  test("the ticks are not required where there is no right to lose", () => {
    expect(needsEarlyPerformance("2027-06-02", signed, business)).toBe(false)
    expect(needsEarlyPerformance("2027-06-02", signed, noDays)).toBe(false)
  })
})

const requestedAt = signed
const ticked = { requestedAt, lossAcknowledgedAt: signed }
const notTicked = { requestedAt: null, lossAcknowledgedAt: null }
const booking: SignedBooking = {
  ...consumer,
  signedAt: signed,
  dates: ["2027-06-20"],
  total: 64_000,
  early: notTicked,
}
const near: SignedBooking = { ...booking, dates: ["2027-06-05", "2027-06-06"] }

describe("the right to withdraw", () => {
  test("a withdrawal costs nothing before the event", () => {
    expect(withdrawalRight(booking, signed)).toMatchObject({ kind: "open", owed: 0 })
    expect(withdrawalRight({ ...near, early: ticked }, signed)).toMatchObject({ kind: "open", owed: 0 })
  })

  test("the right ends with the last instant of the period", () => {
    expect(withdrawalRight(booking, new Date("2027-06-15T21:59:59.999Z"))).toMatchObject({ kind: "open" })
    expect(withdrawalRight(booking, new Date("2027-06-15T22:00:00Z"))).toMatchObject({
      kind: "over",
      period: { lastDay: "2027-06-15" },
    })
  })

  test("the right does not exist before a signature, for a business or without a period", () => {
    expect(withdrawalRight({ ...booking, signedAt: null }, signed)).toEqual({ kind: "not-signed" })
    expect(withdrawalRight({ ...booking, ...business }, signed)).toEqual({ kind: "none", reason: "business" })
    expect(withdrawalRight({ ...booking, ...noDays }, signed)).toEqual({ kind: "none", reason: "no-period" })
  })

  test("the customer owes the part performed at their own request (L221-25)", () => {
    const noonOfTheSecond = new Date("2027-06-06T10:00:00Z")
    expect(withdrawalRight({ ...near, early: ticked }, noonOfTheSecond)).toMatchObject({ kind: "open", owed: 48_000 })
    // The request alone obliges to pay; only both ticks end the right.
    const requested = { requestedAt, lossAcknowledgedAt: null }
    expect(withdrawalRight({ ...near, early: requested }, noonOfTheSecond)).toMatchObject({ owed: 48_000 })
    expect(withdrawalRight({ ...near, early: requested }, new Date("2027-06-07T10:00:00Z"))).toMatchObject({
      kind: "open",
      owed: 64_000,
    })
  })

  test("the customer owes nothing without that request, even when all is performed", () => {
    expect(withdrawalRight(near, new Date("2027-06-10T10:00:00Z"))).toMatchObject({ kind: "open", owed: 0 })
  })

  test("the right is lost once all is performed with both ticks (L221-28)", () => {
    expect(withdrawalRight({ ...near, early: ticked }, new Date("2027-06-06T21:59:00Z"))).toMatchObject({
      kind: "open",
    })
    expect(withdrawalRight({ ...near, early: ticked }, new Date("2027-06-06T22:00:00Z"))).toEqual({
      kind: "performed",
    })
  })

  test("the customer never owes more than the total, and never less as time goes by", () => {
    const hours = fc.integer({ min: -100, max: 250 })
    fc.assert(
      fc.property(hours, hours, fc.nat({ max: 10_000_000 }), (one, other, total) => {
        const owedAfter = (count: number) => {
          const early = { requestedAt, lossAcknowledgedAt: null }
          const right = withdrawalRight(
            { ...near, total, early },
            new Date(Date.parse("2027-06-05T00:00:00Z") + count * 3_600_000),
          )
          return right.kind === "open" ? right.owed : Number.NaN
        }
        const [first, later] = one < other ? [one, other] : [other, one]
        expect(owedAfter(first)).toBeLessThanOrEqual(owedAfter(later))
        expect(owedAfter(later)).toBeLessThanOrEqual(total)
        expect(Number.isInteger(owedAfter(first)) && owedAfter(first) >= 0).toBe(true)
      }),
    )
  })
})

describe("the performed share", () => {
  test("the share counts the hours of the rental days only, even if the days are apart", () => {
    const dates = ["2027-06-05", "2027-06-12"] as const
    expect(performedShare({ dates }, startOfDayInParis("2027-06-05"))).toBe(0)
    expect(performedShare({ dates }, startOfDayInParis("2027-06-09"))).toBe(0.5)
    expect(performedShare({ dates }, new Date("2027-06-12T10:00:00Z"))).toBe(0.75)
    expect(performedShare({ dates }, startOfDayInParis("2027-06-13"))).toBe(1)
  })

  test("the days of a clock change have 23 and 25 hours", () => {
    expect(performedShare({ dates: ["2027-03-28"] }, new Date("2027-03-28T10:30:00Z"))).toBe(0.5)
    expect(performedShare({ dates: ["2027-10-31"] }, new Date("2027-10-31T10:30:00Z"))).toBe(0.5)
  })

  test("the share of no days is zero", () => {
    expect(performedShare({ dates: [] }, signed)).toBe(0)
  })
})
