import { describe, expect, test } from "vitest"
import type { LegalPage } from "../../../domain/content/legal-pages.ts"
import { legalDescription } from "./descriptions.ts"

const legalPages: readonly LegalPage[] = [
  "terms",
  "privacy",
  "cookies",
  "cgv",
  "mentions-legales",
  "rgpd",
  "accessibility",
  "data-protection",
]

describe("the meta description of a legal page", () => {
  test.each(legalPages)("the description is one whole sentence of a fitting length: %s", (page) => {
    const description = legalDescription(page, "Guinguette des Bords de Marne")
    expect(description).toMatch(/^\p{Lu}[^.!?…]+\.$/u)
    expect(description.length).toBeGreaterThan(70)
    expect(description.length).toBeLessThanOrEqual(155)
  })

  test("the description differs on every page, and names the company where it speaks of it", () => {
    expect(new Set(legalPages.map((page) => legalDescription(page, "Bal"))).size).toBe(legalPages.length)
    expect(legalPages.filter((page) => !legalDescription(page, "Le Bal perdu").includes("Le Bal perdu"))).toEqual([
      "cookies",
    ])
  })
})
