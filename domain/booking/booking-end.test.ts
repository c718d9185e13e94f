import { expect, test } from "vitest"
import { noticeRange } from "./booking-end.ts"

const facts = {
  today: "2027-06-01",
  confirmedOn: "2027-05-01",
  signedOn: "2027-05-02",
  firstDay: "2027-06-12",
  namedCauses: ["no-show", "unpaid"],
} as const

test("a customer's notice is dated between confirmation and today, a request's is of today", () => {
  expect(noticeRange("customer", { ...facts, namedCauses: [] })).toEqual({ from: "2027-05-01", to: "2027-06-01" })
  expect(noticeRange("customer", { ...facts, confirmedOn: null })).toEqual({ from: "2027-06-01", to: "2027-06-01" })
})

test("a no-show is impossible before the first day", () => {
  expect(noticeRange("no-show", facts)).toBeNull()
  expect(noticeRange("no-show", { ...facts, today: "2027-06-12" })).toEqual({ from: "2027-06-12", to: "2027-06-12" })
})

test("a formal notice leaves eight days to pay, before today and before the first day", () => {
  expect(noticeRange("unpaid", facts)).toEqual({ from: "2027-05-02", to: "2027-05-24" })
  expect(noticeRange("unpaid", { ...facts, today: "2027-06-20" })).toEqual({ from: "2027-05-02", to: "2027-06-04" })
  expect(noticeRange("unpaid", { ...facts, today: "2027-05-09" })).toBeNull()
})

test("a cause needs a signed contract that names it", () => {
  const begun = { ...facts, today: "2027-06-12" } as const
  for (const cause of ["no-show", "unpaid"] as const) {
    expect(noticeRange(cause, { ...begun, namedCauses: [] })).toBeNull()
    expect(noticeRange(cause, { ...begun, signedOn: null })).toBeNull()
  }
})
