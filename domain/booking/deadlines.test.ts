import { describe, expect, test } from "vitest"
import {
  answerDue,
  contractDue,
  contractReminderDue,
  cancelsUnsignedBooking,
  refundDue,
  requestExpiry,
} from "./deadlines.ts"

const placed = new Date("2027-06-01T10:00:00Z")
const iso = (date: Date) => date.toISOString()

describe("deadlines", () => {
  test("an answer is due 24 hours after the request", () => {
    expect(iso(answerDue(placed))).toBe("2027-06-02T10:00:00.000Z")
  })

  test("an unanswered request expires after the configured days @S-request-expiry", () => {
    expect(iso(requestExpiry(placed, "2027-07-10", 7))).toBe("2027-06-08T10:00:00.000Z")
  })

  test("a request never outlives the start of its first day, in Paris, summer and winter @S-request-expiry", () => {
    expect(iso(requestExpiry(placed, "2027-06-05", 7))).toBe("2027-06-04T22:00:00.000Z")
    expect(iso(requestExpiry(new Date("2027-01-01T10:00:00Z"), "2027-01-05", 7))).toBe("2027-01-04T23:00:00.000Z")
  })

  test("a request for today expires at the end of the day @S-request-expiry", () => {
    expect(iso(requestExpiry(placed, "2027-06-01", 7))).toBe("2027-06-01T22:00:00.000Z")
  })

  test("a request moved to the current day, or reopened on a later one, expires with that day @S-request-expiry", () => {
    const moved = new Date("2027-06-05T10:00:00Z")
    expect(iso(requestExpiry(placed, "2027-06-05", 7, moved))).toBe("2027-06-05T22:00:00.000Z")
    expect(iso(requestExpiry(placed, "2027-06-06", 7, moved))).toBe("2027-06-05T22:00:00.000Z")
    expect(iso(requestExpiry(placed, "2027-06-20", 7, moved))).toBe("2027-06-08T10:00:00.000Z")
    expect(iso(requestExpiry(moved, "2027-06-04", 7))).toBe("2027-06-05T22:00:00.000Z")
  })

  test("a contract can be signed for 48 hours, and never after the event has begun @K-contract-deadline", () => {
    expect(iso(contractDue(placed, "2027-06-20"))).toBe("2027-06-03T10:00:00.000Z")
    expect(iso(contractDue(placed, "2027-06-03"))).toBe("2027-06-02T22:00:00.000Z")
  })

  test("a contract sent on the day itself can be signed until the day ends @K-contract-deadline", () => {
    expect(iso(contractDue(placed, "2027-06-01"))).toBe("2027-06-01T22:00:00.000Z")
    expect(iso(contractDue(placed, "2027-05-31"))).toBe("2027-06-01T22:00:00.000Z")
    expect(iso(contractDue(placed, "2027-05-31", "2027-06-03"))).toBe("2027-06-03T22:00:00.000Z")
  })

  test("only a deadline before the event cancels its booking @K-contract-deadline", () => {
    expect(cancelsUnsignedBooking(contractDue(placed, "2027-06-20"), "2027-06-20")).toBe(true)
    expect(cancelsUnsignedBooking(contractDue(placed, "2027-06-02"), "2027-06-02")).toBe(true)
    expect(cancelsUnsignedBooking(contractDue(placed, "2027-06-01"), "2027-06-01")).toBe(false)
  })

  test("an unsigned contract is followed by a reminder after a day, unless its deadline comes first", () => {
    expect(contractReminderDue(placed, contractDue(placed, "2027-06-20"))).toEqual(new Date("2027-06-02T10:00:00Z"))
    expect(contractReminderDue(placed, contractDue(placed, "2027-06-03"))).toEqual(new Date("2027-06-02T10:00:00Z"))
    expect(contractReminderDue(placed, contractDue(placed, "2027-06-02"))).toBeNull()
    expect(contractReminderDue(placed, contractDue(placed, "2027-06-01"))).toBeNull()
    expect(contractReminderDue(placed, new Date("2027-06-02T10:00:00Z"))).toBeNull()
  })

  test("a refund is due within 14 days, in Paris time", () => {
    expect(refundDue(new Date("2027-06-01T21:59:00Z"))).toBe("2027-06-15")
    expect(refundDue(new Date("2027-06-01T22:01:00Z"))).toBe("2027-06-16")
  })
})
