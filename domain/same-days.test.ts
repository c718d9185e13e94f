import { expect, test } from "vitest"
import type { Day } from "./day.ts"
import { groupBySameDays } from "./same-days.ts"

const line = (name: string, ...days: Day[]) => ({ name, days })

test("lines on identical days form one group, and any other days another one", () => {
  const wood = line("Photomaton bois", "2027-06-12", "2027-06-13")
  const table = line("Borne de table", "2027-06-12", "2027-06-13")
  const later = line("Photobooth", "2027-06-13")
  expect(groupBySameDays([wood, later, table], ({ days }) => days)).toEqual([[wood, table], [later]])
  expect(groupBySameDays([], () => [])).toEqual([])
})
