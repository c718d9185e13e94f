import { describe, expect, test } from "vitest"
import { answerDue, contractDue, contractReminderDue, endsUnsigned, refundDue, requestExpires } from "./deadlines.ts"

const placed = new Date("2027-06-01T10:00:00Z")
const iso = (date: Date) => date.toISOString()

describe("deadlines", () => {
  test("an answer is due 24 hours after the request", () => {
    expect(iso(answerDue(placed))).toBe("2027-06-02T10:00:00.000Z")
  })

  test("a request that nobody answers ends after the setting's days @S-request-expiry", () => {
    expect(iso(requestExpires(placed, "2027-07-10", 7))).toBe("2027-06-08T10:00:00.000Z")
  })

  test("a request never outlives the start of its first day, in Paris, summer and winter @S-request-expiry", () => {
    expect(iso(requestExpires(placed, "2027-06-05", 7))).toBe("2027-06-04T22:00:00.000Z")
    expect(iso(requestExpires(new Date("2027-01-01T10:00:00Z"), "2027-01-05", 7))).toBe("2027-01-04T23:00:00.000Z")
  })

  test("a request for today ends with the day @S-request-expiry", () => {
    expect(iso(requestExpires(placed, "2027-06-01", 7))).toBe("2027-06-01T22:00:00.000Z")
  })

  test("one that is moved to the day itself, or taken back to pending on a later one, ends with that day @S-request-expiry", () => {
    const moved = new Date("2027-06-05T10:00:00Z")
    expect(iso(requestExpires(placed, "2027-06-05", 7, moved))).toBe("2027-06-05T22:00:00.000Z")
    expect(iso(requestExpires(placed, "2027-06-06", 7, moved))).toBe("2027-06-05T22:00:00.000Z")
    expect(iso(requestExpires(placed, "2027-06-20", 7, moved))).toBe("2027-06-08T10:00:00.000Z")
    expect(iso(requestExpires(moved, "2027-06-04", 7))).toBe("2027-06-05T22:00:00.000Z")
  })

  test("a contract can be signed for 48 hours, and never after the event began @K-contract-deadline", () => {
    expect(iso(contractDue(placed, "2027-06-20"))).toBe("2027-06-03T10:00:00.000Z")
    expect(iso(contractDue(placed, "2027-06-03"))).toBe("2027-06-02T22:00:00.000Z")
  })

  test("a contract sent on the day itself can be signed until the day ends @K-contract-deadline", () => {
    expect(iso(contractDue(placed, "2027-06-01"))).toBe("2027-06-01T22:00:00.000Z")
    expect(iso(contractDue(placed, "2027-05-31"))).toBe("2027-06-01T22:00:00.000Z")
    expect(iso(contractDue(placed, "2027-05-31", "2027-06-03"))).toBe("2027-06-03T22:00:00.000Z")
  })

  test("only a deadline before the event ends its booking @K-contract-deadline", () => {
    expect(endsUnsigned(contractDue(placed, "2027-06-20"), "2027-06-20")).toBe(true)
    expect(endsUnsigned(contractDue(placed, "2027-06-02"), "2027-06-02")).toBe(true)
    expect(endsUnsigned(contractDue(placed, "2027-06-01"), "2027-06-01")).toBe(false)
  })

  test("who has not signed is reminded after a day, unless the deadline is no later", () => {
    expect(contractReminderDue(placed, contractDue(placed, "2027-06-20"))).toEqual(new Date("2027-06-02T10:00:00Z"))
    expect(contractReminderDue(placed, contractDue(placed, "2027-06-03"))).toEqual(new Date("2027-06-02T10:00:00Z"))
    expect(contractReminderDue(placed, contractDue(placed, "2027-06-02"))).toBeNull()
    expect(contractReminderDue(placed, contractDue(placed, "2027-06-01"))).toBeNull()
    expect(contractReminderDue(placed, new Date("2027-06-02T10:00:00Z"))).toBeNull()
  })

  test("money goes back within 14 days of Paris", () => {
    expect(refundDue(new Date("2027-06-01T21:59:00Z"))).toBe("2027-06-15")
    expect(refundDue(new Date("2027-06-01T22:01:00Z"))).toBe("2027-06-16")
  })
})
