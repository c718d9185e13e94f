import { expect, test } from "vitest"
import { unitState } from "./unit-state.ts"

const today = "2027-06-12"
const repair = (firstDay: "2027-06-11" | "2027-06-20", lastDay: "2027-06-15" | "2027-06-20" | "2028-01-03") => ({
  id: 1,
  firstDay,
  lastDay,
})

test("a unit is in service, in repair until a day, or retired since a day", () => {
  const label = (state: Omit<Parameters<typeof unitState>[0], "personId">) =>
    unitState({ ...state, personId: null }, today).label
  expect(label({ retiredOn: null, repairs: [] })).toBe("En service")
  expect(label({ retiredOn: null, repairs: [repair("2027-06-11", "2027-06-15")] })).toBe(
    "En réparation jusqu’au 15 juin",
  )
  expect(label({ retiredOn: null, repairs: [repair("2027-06-20", "2027-06-20")] })).toBe("Réparation le 20 juin")
  expect(label({ retiredOn: null, repairs: [repair("2027-06-20", "2028-01-03")] })).toBe(
    "Réparation du 20 juin 2027 au 3 janvier 2028".replace(" 2027", ""),
  )
  expect(label({ retiredOn: "2026-01-03", repairs: [] })).toBe("Retiré depuis le 3 janvier 2026")
})

test("a unit that is a person is on leave, not in repair", () => {
  const personId = crypto.randomUUID()
  const label = (...repairs: ReturnType<typeof repair>[]) =>
    unitState({ retiredOn: null, repairs, personId }, today).label
  expect(label(repair("2027-06-11", "2027-06-15"))).toBe("En congé jusqu’au 15 juin")
  expect(label(repair("2027-06-20", "2027-06-20"))).toBe("Congé le 20 juin")
})
