import { describe, expect, test } from "vitest"
import { nextPayment } from "./next-payment.ts"
import type { InstalmentRow } from "./payment.ts"

const schedule: InstalmentRow[] = [
  { kind: "down-payment", amount: 19_080, dueOn: null },
  { kind: "balance", amount: 44_520, dueOn: "2027-06-05" },
]

describe("the next payment of a booking", () => {
  test("is the first instalment that is not covered, then the next, then nothing", () => {
    expect(nextPayment(schedule, 0, "2027-05-03")).toEqual({ amount: 19_080, dueOn: null, late: false })
    expect(nextPayment(schedule, 19_080, "2027-05-03")).toEqual({ amount: 44_520, dueOn: "2027-06-05", late: false })
    expect(nextPayment(schedule, 63_600, "2027-05-03")).toBeNull()
    expect(nextPayment([], 0, "2027-05-03")).toBeNull()
  })

  test("is what is left of an instalment that was paid in part", () => {
    expect(nextPayment(schedule, 19_000, "2027-05-03")).toMatchObject({ amount: 80, dueOn: null })
    expect(nextPayment(schedule, 20_000, "2027-05-03")).toMatchObject({ amount: 43_600 })
  })

  test("is everything whose day has come, late from the day after the earliest", () => {
    expect(nextPayment(schedule, 0, "2027-06-05")).toEqual({ amount: 63_600, dueOn: null, late: false })
    expect(nextPayment(schedule, 0, "2027-06-06")).toEqual({ amount: 63_600, dueOn: null, late: true })
    expect(nextPayment(schedule, 19_080, "2027-06-05")).toMatchObject({ late: false })
    expect(nextPayment(schedule, 19_080, "2027-06-06")).toMatchObject({ late: true })
  })
})
