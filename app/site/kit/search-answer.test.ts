import type { DaySummary } from "../../../server/availability/queries.ts"
import { expect, test } from "vitest"
import { freeLabel } from "./search-answer.tsx"

const label = (onDay: Partial<DaySummary>) =>
  freeLabel({ free: 0, isTaken: false, opensOn: null, ...onDay }, "2027-06-12")

test("says how many are free", () => {
  expect(label({ free: 1, isTaken: true })).toBe("1 libre le samedi 12 juin 2027")
  expect(label({ free: 2 })).toBe("2 libres le samedi 12 juin 2027")
})

test("a day that is not open yet is not taken, and says from when", () => {
  expect(label({ opensOn: "2026-12-01" })).toBe(
    "Pas encore ouvert le samedi 12 juin 2027. À réserver à partir du mardi 1er décembre 2026",
  )
})

test("a day on which the last machine is taken says so, and one on which nothing can be rented does not", () => {
  expect(label({ isTaken: true })).toBe("Tout est pris le samedi 12 juin 2027")
  expect(label({})).toBe("Rien à louer le samedi 12 juin 2027")
})
