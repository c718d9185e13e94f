import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import {
  ASK_DAYS_BEFORE,
  DECISION_DAYS,
  HOLD_DAYS_BEFORE,
  OBSERVATION_HOURS,
  RELEASE_DAYS_AFTER,
} from "../domain/finance/deposit.ts"
import { faqEntries } from "./faq.ts"

test("a deposit’s dates agree with the terms of sale, the contract and the help centre", () => {
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
