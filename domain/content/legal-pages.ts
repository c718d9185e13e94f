/** The eight legal pages, by the last part of their address (specification, section 2). */
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

/** One of the eight legal pages, by the last part of its address. */
export function isLegalPage(name: string): name is LegalPage {
  return (legalPages as readonly string[]).includes(name)
}
