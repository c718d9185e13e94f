import { describe, expect, test } from "vitest"
import { decisionEndsAt, decisionOpensAt, depositConsent, holdDay, releaseDay } from "./deposit.ts"

describe("a deposit's dates", () => {
  test("stand two days before the first day and seven after the last, over the change of clocks too", () => {
    expect(holdDay("2027-03-29")).toBe("2027-03-27")
    expect(releaseDay("2027-10-29")).toBe("2027-11-05")
  })

  test("leave the customer 48 hours, or until they have answered, and the owner seven days", () => {
    const announcedAt = new Date("2027-06-13T10:00:00Z")
    const answeredAt = new Date("2027-06-13T12:00:00Z")
    const toldAt = announcedAt
    expect(decisionOpensAt({ toldAt, answeredAt: null })).toEqual(new Date("2027-06-15T10:00:00Z"))
    expect(decisionOpensAt({ toldAt, answeredAt })).toEqual(answeredAt)
    expect(decisionOpensAt({ toldAt, answeredAt: new Date("2027-06-16T12:00:00Z") })).toEqual(
      new Date("2027-06-15T10:00:00Z"),
    )
    expect(decisionEndsAt({ announcedAt, toldAt })).toEqual(new Date("2027-06-20T10:00:00Z"))
  })

  test("do not begin to run before the customer was told", () => {
    const announcedAt = new Date("2027-06-13T10:00:00Z")
    const answeredAt = new Date("2027-06-14T10:00:00Z")
    expect(decisionOpensAt({ toldAt: null, answeredAt: null })).toBeNull()
    expect(decisionOpensAt({ toldAt: null, answeredAt })).toEqual(answeredAt)
    expect(decisionEndsAt({ announcedAt, toldAt: null })).toEqual(new Date("2027-06-20T10:00:00Z"))
    expect(decisionEndsAt({ announcedAt, toldAt: answeredAt })).toEqual(new Date("2027-06-21T10:00:00Z"))
  })
})

test("who saves a card agrees to the amount of the deposit, and that it is taken for a damage, a loss or a theft only", () => {
  const consent = depositConsent(50_000)
  expect(consent).toContain("pour la caution de 500\u202f€\u00a0:")
  expect(consent).toContain("Seul ce que je dois pour un dommage, une perte ou un vol peut en être débité")
})
