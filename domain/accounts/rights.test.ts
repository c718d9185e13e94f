import { expect, test } from "vitest"
import { answerDeadline, extendedDeadline } from "./rights.ts"

test("a request is due within one month, or on the month's last day when the day does not exist @K-rights-month", () => {
  expect(answerDeadline("2027-05-12")).toBe("2027-06-12")
  expect(answerDeadline("2027-01-31")).toBe("2027-02-28")
  expect(answerDeadline("2028-01-30")).toBe("2028-02-29")
  expect(answerDeadline("2027-12-15")).toBe("2028-01-15")
})

test("a complex request has two more months", () => {
  expect(extendedDeadline("2027-11-30")).toBe("2028-02-29")
  expect(extendedDeadline("2027-05-12")).toBe("2027-08-12")
})
