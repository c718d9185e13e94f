import { expect, test } from "vitest"
import { configurationGaps } from "./configuration-gaps.ts"

const bare: Parameters<typeof configurationGaps>[0] = {
  facts: [
    { fact: "companySiret", label: "SIRET" },
    { fact: "warehouseCity", label: "adresse du dépôt" },
  ],
  isOfFinance: (fact) => fact === "warehouseCity",
  hasOpeningHours: false,
  isDepotUnplaced: true,
  hasFirstSteps: false,
  isPublic: false,
}
const law = ["/admin/site-config#companySiret", "/admin/finance#warehouseCity"]
const all = [...law, "/admin/site-config#opensAt", "/admin/finance#warehouseStreet"]
const gaps = (settings: Partial<typeof bare>) => {
  const { legalGapCount, missing } = configurationGaps({ ...bare, ...settings })
  return [legalGapCount, missing.map(({ href }) => href)]
}

test("each gap is listed once, and legal gaps wherever others reach the shop", () => {
  expect(gaps({})).toEqual([0, all])
  expect(gaps({ isPublic: true })).toEqual([2, all])
  expect(gaps({ hasFirstSteps: true })).toEqual([0, []])
  expect(gaps({ hasFirstSteps: true, isPublic: true })).toEqual([2, law])
  expect(gaps({ facts: [], hasOpeningHours: true, isDepotUnplaced: false, isPublic: true })).toEqual([0, []])
})
