import { expect, test } from "vitest"
import { siteForm } from "./schema.ts"

/** What is said of the closing hour, of a configuration that is right in all else. */
function problemOf(opensAt: string, closesAt: string): string | undefined {
  const sent = { companyName: "L’Atelier", companyIcon: "camera", accessibilityPercent: "85", opensAt, closesAt }
  const read = siteForm.safeParse(sent)
  return read.error?.issues.find(({ path }) => path[0] === "closesAt")?.message
}

test("the own SIRET has the right key, and the entry of the register is that of the same business", () => {
  const problems = (companySiret: string, companyRcs: string) =>
    siteForm
      .safeParse({
        companyName: "L’Atelier",
        companyIcon: "camera",
        accessibilityPercent: "85",
        companySiret,
        companyRcs,
      })
      .error?.issues.map(({ path }) => path[0])
  expect(problems("987 654 324 00001", "Créteil 987 654 324")).toBeUndefined()
  expect(problems("", "Créteil 123 456 782")).toBeUndefined()
  expect(problems("12345678901234", "")).toEqual(["companySiret"])
  expect(problems("98765432400001", "Créteil 123 456 782")).toEqual(["companyRcs"])
})

test("opening hours are both there and in their order, or none is", () => {
  expect(
    siteForm.safeParse({ companyName: "L’Atelier", companyIcon: "camera", accessibilityPercent: "85" }).success,
  ).toBe(true)
  expect(problemOf("09:00", "19:00")).toBeUndefined()
  expect(problemOf("", "")).toBeUndefined()
  expect(problemOf("09:00", "")).toBe("Indiquez les deux heures, ou aucune.")
  expect(problemOf("20:00", "19:00")).toBe("La fermeture ne peut pas venir avant l’ouverture.")
  expect(problemOf("19:00", "19:00")).toBe("La fermeture ne peut pas venir avant l’ouverture.")
})
