import { expect, test } from "vitest"
import { type Claims, conformityLevel, claimLabel, conformityLabel } from "./claims.ts"

const typed: Claims = {
  ratingLabel: "4.9 sur Google",
  phoneHelp: "De 9 h à 19 h",
  setupTime: " ",
  accessibilityPercent: 85,
  accessibilityAuditedOn: "2026-11-21",
  accessibilityAuditedBy: "Camille Martin",
  exampleClaims: [],
}

test("a claim appears as its owner typed it, or not at all (D51)", () => {
  expect(claimLabel(typed, "ratingLabel")).toBe("4.9 sur Google")
  expect(claimLabel(typed, "setupTime")).toBeNull()
})

test("a claim of the demonstration says that it is an example (D51)", () => {
  const examples: Claims = { ...typed, exampleClaims: ["ratingLabel", "accessibilityPercent"] }
  expect(claimLabel(examples, "ratingLabel")).toBe("4.9 sur Google (exemple)")
  expect(claimLabel(examples, "phoneHelp")).toBe("De 9 h à 19 h")
  expect(conformityLabel(examples)).toBe("partiellement conforme (exemple)")
})

test("a site is called accessible only by an audit with a date and an author (D51)", () => {
  expect(conformityLabel(typed)).toBe("partiellement conforme")
  for (const missing of [
    { accessibilityAuditedOn: null },
    { accessibilityAuditedBy: null },
    { accessibilityAuditedBy: " " },
  ])
    expect(conformityLabel({ ...typed, ...missing })).toBe("non audité")
})

test.each([
  [100, "totalement conforme"],
  [99, "partiellement conforme"],
  [85, "partiellement conforme"],
  [50, "partiellement conforme"],
  [49, "non conforme"],
  [0, "non conforme"],
])("a site that meets %i %% of the criteria is %s", (percent, state) => {
  expect(conformityLevel(percent)).toBe(state)
})
