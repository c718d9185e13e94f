export const legalPages = [
  "terms",
  "privacy",
  "cookies",
  "cgv",
  "mentions-legales",
  "rgpd",
  "accessibility",
  "data-protection",
] as const

export type LegalPage = (typeof legalPages)[number]

export function isLegalPage(name: string): name is LegalPage {
  return (legalPages as readonly string[]).includes(name)
}
