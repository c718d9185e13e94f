import { describe, expect, test } from "vitest"
import { nextPayment } from "./next-payment.ts"
import type { InstalmentRow } from "./payment.ts"

const schedule: InstalmentRow[] = [
  { kind: "down-payment", amount: 19_080, dueOn: null },
  { kind: "balance", amount: 44_520, dueOn: "2027-06-05" },
]

describe("the next payment of a booking", () => {
  test("the next payment is the first uncovered instalment, then the next, then nothing", () => {
    expect(nextPayment(schedule, 0, "2027-05-03")).toEqual({ amount: 19_080, dueOn: null, late: false })
    expect(nextPayment(schedule, 19_080, "2027-05-03")).toEqual({ amount: 44_520, dueOn: "2027-06-05", late: false })
    expect(nextPayment(schedule, 63_600, "2027-05-03")).toBeNull()
    expect(nextPayment([], 0, "2027-05-03")).toBeNull()
  })

  test("the next payment is the remainder of a partly paid instalment", () => {
    expect(nextPayment(schedule, 19_000, "2027-05-03")).toMatchObject({ amount: 80, dueOn: null })
    expect(nextPayment(schedule, 20_000, "2027-05-03")).toMatchObject({ amount: 43_600 })
  })

  test("the next payment is everything due so far, late from the day after the earliest", () => {
    expect(nextPayment(schedule, 0, "2027-06-05")).toEqual({ amount: 63_600, dueOn: null, late: false })
    expect(nextPayment(schedule, 0, "2027-06-06")).toEqual({ amount: 63_600, dueOn: null, late: true })
    expect(nextPayment(schedule, 19_080, "2027-06-05")).toMatchObject({ late: false })
    expect(nextPayment(schedule, 19_080, "2027-06-06")).toMatchObject({ late: true })
  })
})
