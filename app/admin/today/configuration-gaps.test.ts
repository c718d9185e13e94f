import { expect, test } from "vitest"
import { configurationGaps } from "./configuration-gaps.ts"

const bare: Parameters<typeof configurationGaps>[0] = {
  facts: [
    { fact: "companySiret", label: "SIRET" },
    { fact: "warehouseCity", label: "adresse du dépôt" },
  ],
  isOfFinance: (fact) => fact === "warehouseCity",
  hasOpeningHours: false,
  depotUnplaced: true,
  hasFirstSteps: false,
  isOpenToTheWorld: false,
}
const law = ["/admin/site-config#companySiret", "/admin/finance#warehouseCity"]
const all = [...law, "/admin/site-config#opensAt", "/admin/finance#warehouseStreet"]
const gaps = (given: Partial<typeof bare>) => {
  const { lawWants, missing } = configurationGaps({ ...bare, ...given })
  return [lawWants, missing.map(({ href }) => href)]
}

test("what is missing is said once, and what the law wants wherever others reach the shop", () => {
  expect(gaps({})).toEqual([0, all])
  expect(gaps({ isOpenToTheWorld: true })).toEqual([2, all])
  // The list of the first day names all of it; a shop that is open is told by the law's notice too.
  expect(gaps({ hasFirstSteps: true })).toEqual([0, []])
  expect(gaps({ hasFirstSteps: true, isOpenToTheWorld: true })).toEqual([2, law])
  expect(gaps({ facts: [], hasOpeningHours: true, depotUnplaced: false, isOpenToTheWorld: true })).toEqual([0, []])
})
