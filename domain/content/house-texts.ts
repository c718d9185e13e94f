/** What the home page says until the owner writes otherwise (specification, section 2). */
export const houseTexts = {
  heroTitle: "Capturez vos moments magiques",
  heroDescription: "Location de photobooths premium pour vos événements",
} as const

/** What a page of the owner's says of the company before they have written it. */
export function companyLine(site: { siteDescription: string | null; heroDescription: string | null }): string {
  const written = site.siteDescription?.trim() || site.heroDescription?.trim() || houseTexts.heroDescription
  return /[.!?…]$/.test(written) ? written : `${written}.`
}
