import type { DaySummary } from "../../../domain/availability/calendar.ts"
import { expect, test } from "vitest"
import { freeLabel } from "./search-answer.tsx"

const label = (onDay: Partial<DaySummary>) =>
  freeLabel({ free: 0, isTaken: false, opensOn: null, ...onDay }, "2027-06-12")

test("the result shows how many machines are free", () => {
  expect(label({ free: 1, isTaken: true })).toBe("1 disponible le samedi 12 juin 2027")
  expect(label({ free: 2 })).toBe("2 disponibles le samedi 12 juin 2027")
})

test("a day that is not open yet is not booked, and shows its opening date", () => {
  expect(label({ opensOn: "2026-12-01" })).toBe("Les réservations pour cette date ouvrent le mardi 1er décembre 2026")
})

test("a day whose last machine is booked says so, and a closed day does not", () => {
  expect(label({ isTaken: true })).toBe("Tout est réservé le samedi 12 juin 2027")
  expect(label({})).toBe("Rien à louer le samedi 12 juin 2027")
})
