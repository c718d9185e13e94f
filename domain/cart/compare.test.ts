import { expect, test } from "vitest"
import type { Day } from "../day.ts"
import { comparableGroups } from "./compare.ts"

const line = (name: string, ...days: Day[]) => ({ name, when: { dates: days } })

test("different products on the same days can be compared; one product twice, or other days, cannot", () => {
  const wood = line("Bois", "2027-06-12")
  const ring = line("Anneau", "2027-06-12")
  const again = line("Bois", "2027-06-12")
  const later = line("Anneau", "2027-06-13")
  expect(comparableGroups([wood, ring, later, again])).toEqual([[wood, ring]])
  expect(comparableGroups([wood, again])).toEqual([])
  expect(comparableGroups([])).toEqual([])
})
