import { expect, test } from "vitest"
import { companyForm, siteForm } from "./schema.ts"

function hoursError(opensAt: string, closesAt: string): string | undefined {
  const values = { companyIcon: "camera", accessibilityPercent: "85", opensAt, closesAt }
  const read = siteForm.safeParse(values)
  return read.error?.issues.find(({ path }) => path[0] === "closesAt")?.message
}

test("the shop's own SIRET has a valid key, and the register entry is of the same business", () => {
  const problems = (companySiret: string, companyRcs: string) =>
    companyForm
      .safeParse({ companyName: "L’Atelier", companySiret, companyRcs })
      .error?.issues.map(({ path }) => path[0])
  expect(problems("987 654 324 00001", "Créteil 987 654 324")).toBeUndefined()
  expect(problems("", "Créteil 123 456 782")).toBeUndefined()
  expect(problems("12345678901234", "")).toEqual(["companySiret"])
  expect(problems("98765432400001", "Créteil 123 456 782")).toEqual(["companyRcs"])
})

test("opening hours are both set and in order, or both absent", () => {
  expect(siteForm.safeParse({ companyIcon: "camera", accessibilityPercent: "85" }).success).toBe(true)
  expect(hoursError("09:00", "19:00")).toBeUndefined()
  expect(hoursError("", "")).toBeUndefined()
  expect(hoursError("09:00", "")).toBe("Indiquez les deux heures, ou aucune.")
  expect(hoursError("20:00", "19:00")).toBe("La fermeture ne peut pas venir avant l’ouverture.")
  expect(hoursError("19:00", "19:00")).toBe("La fermeture ne peut pas venir avant l’ouverture.")
})
