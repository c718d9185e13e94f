import { expect, test } from "vitest"
import { noticeDays } from "./booking-end.ts"

const facts = {
  today: "2027-06-01",
  confirmedOn: "2027-05-01",
  signedOn: "2027-05-02",
  firstDay: "2027-06-12",
  named: ["no-show", "unpaid"],
} as const

test("a customer's notice is dated between confirmation and today, a request's is of today", () => {
  expect(noticeDays("customer", { ...facts, named: [] })).toEqual({ from: "2027-05-01", to: "2027-06-01" })
  expect(noticeDays("customer", { ...facts, confirmedOn: null })).toEqual({ from: "2027-06-01", to: "2027-06-01" })
})

test("a no-show is impossible before the first day", () => {
  expect(noticeDays("no-show", facts)).toBeNull()
  expect(noticeDays("no-show", { ...facts, today: "2027-06-12" })).toEqual({ from: "2027-06-12", to: "2027-06-12" })
})

test("a formal notice leaves eight days to pay, before today and before the first day", () => {
  expect(noticeDays("unpaid", facts)).toEqual({ from: "2027-05-02", to: "2027-05-24" })
  expect(noticeDays("unpaid", { ...facts, today: "2027-06-20" })).toEqual({ from: "2027-05-02", to: "2027-06-04" })
  expect(noticeDays("unpaid", { ...facts, today: "2027-05-09" })).toBeNull()
})

test("a cause needs a signed contract that names it", () => {
  const begun = { ...facts, today: "2027-06-12" } as const
  for (const cause of ["no-show", "unpaid"] as const) {
    expect(noticeDays(cause, { ...begun, named: [] })).toBeNull()
    expect(noticeDays(cause, { ...begun, signedOn: null })).toBeNull()
  }
})
