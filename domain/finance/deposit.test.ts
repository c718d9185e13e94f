import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { faqEntries } from "../../seed/faq.ts"
import {
  ASK_DAYS_BEFORE,
  DECISION_DAYS,
  HOLD_DAYS_BEFORE,
  OBSERVATION_HOURS,
  RELEASE_DAYS_AFTER,
  decisionEndsAt,
  decisionOpensAt,
  holdDay,
  releaseDay,
} from "./deposit.ts"

describe("a deposit's dates", () => {
  test("stand two days before the first day and seven after the last, over the change of clocks too", () => {
    expect(holdDay("2027-03-29")).toBe("2027-03-27")
    expect(releaseDay("2027-10-29")).toBe("2027-11-05")
  })

  test("leave the customer 48 hours, or until they have answered, and the owner seven days", () => {
    const announcedAt = new Date("2027-06-13T10:00:00Z")
    const answeredAt = new Date("2027-06-13T12:00:00Z")
    expect(decisionOpensAt({ announcedAt, answeredAt: null })).toEqual(new Date("2027-06-15T10:00:00Z"))
    expect(decisionOpensAt({ announcedAt, answeredAt })).toEqual(answeredAt)
    expect(decisionOpensAt({ announcedAt, answeredAt: new Date("2027-06-16T12:00:00Z") })).toEqual(
      new Date("2027-06-15T10:00:00Z"),
    )
    expect(decisionEndsAt(announcedAt)).toEqual(new Date("2027-06-20T10:00:00Z"))
  })

  test("are those that the terms of sale, the contract and the help centre say", () => {
    expect([HOLD_DAYS_BEFORE, ASK_DAYS_BEFORE, RELEASE_DAYS_AFTER, DECISION_DAYS, OBSERVATION_HOURS]).toEqual([
      2, 7, 7, 7, 48,
    ])
    const [terms, contract] = [readFileSync("seed/legal/cgv.md", "utf8"), readFileSync("seed/contract.md", "utf8")]
    const answer = faqEntries.find(({ slug }) => slug === "caution")?.answer
    for (const text of [terms, contract]) {
      expect(text).toContain("deux jours avant le premier jour de location")
      expect(text).toContain("au plus tard sept jours après le retour")
      expect(text).toContain("vous avez 48 heures pour présenter vos observations")
    }
    expect(terms).toContain("une semaine avant")
    expect(terms).toContain("Sans décision dans les sept jours")
    expect(answer).toContain("deux jours avant la location")
    expect(answer).toContain("au plus tard sept jours après le retour")
  })
})
