import { describe, expect, test } from "vitest"
import { decisionEndsAt, decisionOpensAt, depositConsent, holdDay, releaseDay } from "./deposit.ts"

describe("the dates of a deposit", () => {
  test("the dates are two days before the first day and seven after the last, across clock changes", () => {
    expect(holdDay("2027-03-29")).toBe("2027-03-27")
    expect(releaseDay("2027-10-29")).toBe("2027-11-05")
  })

  test("the customer has 48 hours to reply, the owner seven days to decide", () => {
    const announcedAt = new Date("2027-06-13T10:00:00Z")
    const answeredAt = new Date("2027-06-13T12:00:00Z")
    const notifiedAt = announcedAt
    expect(decisionOpensAt({ toldAt: notifiedAt, answeredAt: null })).toEqual(new Date("2027-06-15T10:00:00Z"))
    expect(decisionOpensAt({ toldAt: notifiedAt, answeredAt })).toEqual(answeredAt)
    expect(decisionOpensAt({ toldAt: notifiedAt, answeredAt: new Date("2027-06-16T12:00:00Z") })).toEqual(
      new Date("2027-06-15T10:00:00Z"),
    )
    expect(decisionEndsAt({ announcedAt, toldAt: notifiedAt })).toEqual(new Date("2027-06-20T10:00:00Z"))
  })

  test("no deadline runs before the customer is notified", () => {
    const announcedAt = new Date("2027-06-13T10:00:00Z")
    const answeredAt = new Date("2027-06-14T10:00:00Z")
    expect(decisionOpensAt({ toldAt: null, answeredAt: null })).toBeNull()
    expect(decisionOpensAt({ toldAt: null, answeredAt })).toEqual(answeredAt)
    expect(decisionEndsAt({ announcedAt, toldAt: null })).toEqual(new Date("2027-06-20T10:00:00Z"))
    expect(decisionEndsAt({ announcedAt, toldAt: answeredAt })).toEqual(new Date("2027-06-21T10:00:00Z"))
  })
})

test("saving a card accepts the amount of the deposit, for damage, loss or theft only", () => {
  const consent = depositConsent(50_000)
  expect(consent).toContain("pour la caution de 500\u202f€\u00a0:")
  expect(consent).toContain("Seul ce que je dois pour un dommage, une perte ou un vol peut en être débité")
})
