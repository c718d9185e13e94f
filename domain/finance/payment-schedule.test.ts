import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { addDays } from "../day.ts"
import { type OrderToPay, paymentSchedule } from "./payment-schedule.ts"

const rule = { downPaymentPercent: 30, balanceDaysBefore: 7 }
const order: OrderToPay = { total: 63_600, firstDay: "2027-06-12" }

describe("the payment schedule (D27)", () => {
  test("the schedule is 30 % at signature and the rest 7 days before the event", () => {
    expect(paymentSchedule(order, rule, "2027-05-01")).toEqual([
      { kind: "down-payment", amount: 19_080, dueOn: "2027-05-01" },
      { kind: "balance", amount: 44_520, dueOn: "2027-06-05" },
    ])
  })

  test("the down payment is rounded half away from zero, and the balance is the rest (D30)", () => {
    const [down, balance] = paymentSchedule(
      { total: 1_005, firstDay: "2027-06-12" },
      { ...rule, downPaymentPercent: 50 },
      "2027-05-01",
    )
    expect([down?.amount, balance?.amount]).toEqual([503, 502])
  })

  test("everything is due at once when the event is closer than the balance's day @R-admin-schedule", () => {
    expect(paymentSchedule(order, rule, "2027-06-04")).toHaveLength(2)
    expect(paymentSchedule(order, rule, "2027-06-05")).toEqual([{ kind: "full", amount: 63_600, dueOn: "2027-06-05" }])
    expect(paymentSchedule(order, rule, "2027-06-30")).toEqual([{ kind: "full", amount: 63_600, dueOn: "2027-06-12" }])
  })

  test("the schedule is one payment for all or nothing in advance, and none for a zero total", () => {
    expect(paymentSchedule(order, { ...rule, downPaymentPercent: 100 }, "2027-05-01")).toEqual([
      { kind: "full", amount: 63_600, dueOn: "2027-05-01" },
    ])
    expect(paymentSchedule(order, { ...rule, downPaymentPercent: 0 }, "2027-05-01")).toEqual([
      { kind: "full", amount: 63_600, dueOn: "2027-06-05" },
    ])
    expect(paymentSchedule({ ...order, total: 0 }, rule, "2027-05-01")).toEqual([])
  })

  test("the instalments add up to the total, in whole cents, in order, before the event's end @R-admin-schedule", () => {
    const orders = fc.record({ total: fc.integer({ min: 0, max: 10_000_000 }), days: fc.integer({ min: 0, max: 400 }) })
    const rules = fc.record({
      downPaymentPercent: fc.integer({ min: 0, max: 100 }),
      balanceDaysBefore: fc.integer({ min: 0, max: 90 }),
    })
    fc.assert(
      fc.property(orders, rules, ({ total, days }, anyRule) => {
        const firstDay = addDays("2027-05-01", days)
        const schedule = paymentSchedule({ total, firstDay }, anyRule, "2027-05-01")
        expect(schedule.reduce((sum, { amount }) => sum + amount, 0)).toBe(total)
        expect(schedule.every(({ amount }) => Number.isInteger(amount) && amount > 0)).toBe(true)
        const due = schedule.map(({ dueOn }) => dueOn)
        expect(due).toEqual(due.toSorted())
        expect(due.every((day) => day >= "2027-05-01" && day <= firstDay)).toBe(true)
      }),
    )
  })
})
