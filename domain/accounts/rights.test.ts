import { expect, test } from "vitest"
import { answerBy, extendedUntil } from "./rights.ts"

test("a request is answered within one month, to the month's last day where there is no such day @K-rights-month", () => {
  expect(answerBy("2027-05-12")).toBe("2027-06-12")
  expect(answerBy("2027-01-31")).toBe("2027-02-28")
  expect(answerBy("2028-01-30")).toBe("2028-02-29")
  expect(answerBy("2027-12-15")).toBe("2028-01-15")
})

test("a complex one has two months more", () => {
  expect(extendedUntil("2027-11-30")).toBe("2028-02-29")
  expect(extendedUntil("2027-05-12")).toBe("2027-08-12")
})
