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

describe("What a legal page says of itself to search engines", () => {
  test.each(legalPages)("is one whole sentence that fits: %s", (page) => {
    const told = legalDescription(page, "Guinguette des Bords de Marne")
    expect(told).toMatch(/^\p{Lu}[^.!?…]+\.$/u)
    expect(told.length).toBeGreaterThan(70)
    expect(told.length).toBeLessThanOrEqual(155)
  })

  test("is another one on every page, and names the company where it speaks of it", () => {
    expect(new Set(legalPages.map((page) => legalDescription(page, "Bal"))).size).toBe(legalPages.length)
    expect(legalPages.filter((page) => !legalDescription(page, "Le Bal perdu").includes("Le Bal perdu"))).toEqual([
      "cookies",
    ])
  })
})
