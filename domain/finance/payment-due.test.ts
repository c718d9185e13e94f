import { describe, expect, test } from "vitest"
import type { Day } from "../day.ts"
import { type UnpaidOrder, paymentDue } from "./payment-due.ts"

const rule = { downPaymentPercent: 30, balanceDaysBefore: 7 }
const order: UnpaidOrder = {
  total: 63_600,
  firstDay: "2027-06-12",
  paymentStatus: "none",
  confirmedAt: new Date("2027-05-01T09:00:00Z"),
  contractDueAt: new Date("2027-05-03T09:00:00Z"),
}
const due = (today: Day, changes: Partial<UnpaidOrder> = {}, settings = rule) =>
  paymentDue({ ...order, ...changes }, settings, new Date(`${today}T09:00:00Z`))

describe("the down payment of a confirmed booking", () => {
  test("comes with the signature, by the deadline of the contract, and is always listed", () => {
    expect(due("2027-05-01")).toEqual({
      payment: { kind: "down-payment", amount: 19_080, dueOn: "2027-05-01" },
      dueOn: "2027-05-03",
      atSignature: true,
      late: false,
      near: true,
    })
  })

  test("is late from the day after", () => {
    expect(due("2027-05-03")).toMatchObject({ late: false })
    expect(due("2027-05-04")).toMatchObject({ late: true })
  })

  test("may wait for the balance's day while no contract has a deadline, and is listed all the same", () => {
    expect(due("2027-05-02", { contractDueAt: null })).toMatchObject({
      dueOn: "2027-06-05",
      atSignature: true,
      near: true,
    })
  })

  test("is due at once when the booking was confirmed after the balance's day", () => {
    const confirmedAt = new Date("2027-06-08T09:00:00Z")
    expect(due("2027-06-08", { confirmedAt, contractDueAt: null })).toMatchObject({
      payment: { kind: "full", amount: 63_600 },
      dueOn: "2027-06-08",
      late: false,
    })
  })

  test("counts from today when nothing says when the booking was confirmed", () => {
    expect(due("2027-06-08", { confirmedAt: null, contractDueAt: null })).toMatchObject({ dueOn: "2027-06-08" })
  })
})

describe("the balance of a confirmed booking", () => {
  const halfPaid = { paymentStatus: "down_payment_paid" } as const

  test("is due a week before the event, and listed from two weeks before that day", () => {
    expect(due("2027-05-22", halfPaid)).toEqual({
      payment: { kind: "balance", amount: 44_520, dueOn: "2027-06-05" },
      dueOn: "2027-06-05",
      atSignature: false,
      late: false,
      near: true,
    })
    expect(due("2027-05-21", halfPaid)).toMatchObject({ near: false })
    expect(due("2027-06-06", halfPaid)).toMatchObject({ late: true, near: true })
  })

  test("keeps its day when it had passed before the booking was confirmed: it does not wait for a signature", () => {
    expect(due("2027-06-09", { ...halfPaid, confirmedAt: new Date("2027-06-08T09:00:00Z") })).toMatchObject({
      dueOn: "2027-06-05",
      atSignature: false,
      late: true,
    })
  })

  test("is everything, on the balance's day, when the owner asks for nothing in advance", () => {
    expect(due("2027-05-02", {}, { ...rule, downPaymentPercent: 0 })).toEqual({
      payment: { kind: "full", amount: 63_600, dueOn: "2027-06-05" },
      dueOn: "2027-06-05",
      atSignature: false,
      late: false,
      near: false,
    })
  })
})

test("a booking that is paid waits for nothing", () => {
  expect(due("2027-05-02", { paymentStatus: "paid" })).toBeNull()
})
